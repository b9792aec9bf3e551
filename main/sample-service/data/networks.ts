import type { AddressForm } from './addresses.ts';
import { inventRoot, makeSlugs } from './names.ts';
import { makeRandom } from './random.ts';

export interface SampleNetwork {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly color: string;
  readonly virtualMachine: string | null;
  readonly addressForm: AddressForm;
  /** The network below, for layer-2 networks. */
  readonly parentId: number | null;
  /** What tokens on it follow. */
  readonly standards: readonly string[];
}

type Known = readonly [
  id: number,
  name: string,
  color: string,
  machine: string | null,
  form: AddressForm,
  parentId: number | null,
];

/** Networks of the live service under their ids. The parents of layer-2 networks but one are assumed. */
const known: readonly Known[] = [
  [1, 'Ethereum', '#627eea', 'EVM', 'evm', null],
  [2, 'Solana', '#9945ff', 'SVM', 'solana', null],
  [3, 'Polygon', '#8247e5', 'EVM', 'evm', null],
  [10, 'Base', '#0052ff', 'EVM', 'evm', 1],
  [9, 'Stellar', '#3e1bdb', 'Soroban', 'stellar', null],
  [11, 'Arbitrum', '#28a0f0', 'EVM', 'evm', 1],
  [5, 'Avalanche C-Chain', '#e84142', 'EVM', 'evm', 76],
  [8, 'BNB Chain', '#f0b90b', 'EVM', 'evm', null],
  [4, 'Optimism', '#ff0420', 'EVM', 'evm', 1],
  [38, 'Aptos', '#17b5a6', 'Move', 'aptos', null],
  [46, 'XRP Ledger', '#23292f', null, 'xrpl', null],
  [33, 'Mantle', '#65b3ae', 'EVM', 'evm', 1],
  [48, 'Plume', '#ff3d00', 'EVM', 'evm', 1],
  [7, 'Celo', '#fcff52', 'EVM', 'evm', 1],
  [76, 'Avalanche', '#c0282a', null, 'evm', null],
];

const standardsOf: Readonly<Record<AddressForm, readonly string[]>> = {
  evm: ['ERC-20'],
  solana: ['SPL'],
  stellar: ['Stellar Asset'],
  xrpl: ['Issued Currency'],
  aptos: ['Fungible Asset'],
};

/** Networks in the order of their use: the first carry most tokens. 15 of them bear real names, the others are invented. */
export function makeNetworks(seed: number, count: number): readonly SampleNetwork[] {
  const slug = makeSlugs();
  const real = known
    .slice(0, count)
    .map(([id, name, color, virtualMachine, addressForm, parentId]): SampleNetwork => ({
      id,
      name,
      slug: slug(name, 'network'),
      color,
      virtualMachine,
      addressForm,
      parentId,
      standards: standardsOf[addressForm],
    }));
  const invented = Array.from({ length: Math.max(0, count - known.length) }, (_, index): SampleNetwork => {
    const random = makeRandom(seed, 101, index);
    const name = `${inventRoot(random)} Chain`;
    const isEvm = random.chance(0.8);
    return {
      id: 101 + index,
      name,
      slug: slug(name, 'network'),
      color: `#${random.integer(0x200000, 0xdfffff).toString(16)}`,
      virtualMachine: isEvm ? 'EVM' : 'Move',
      addressForm: isEvm ? 'evm' : 'aptos',
      parentId: isEvm && random.chance(0.5) ? 1 : null,
      standards: isEvm ? standardsOf.evm : standardsOf.aptos,
    };
  });
  return [...real, ...invented];
}

import type { FlowSide, WalletFlows } from '../../../preload/contract/wallets.ts';
import { count } from '../../format/numbers.ts';
import type { FlowPart } from './flowLayout.ts';

export interface FlowRow extends FlowPart {
  readonly side: 'left' | 'right';
  /** Null for combined rows, mints and burns. */
  readonly address: string | null;
  readonly transactions: number;
}

export function flowRows(
  { senders, recipients }: Pick<WalletFlows, 'senders' | 'recipients'>,
  nameOf: (address: string) => string,
): FlowRow[] {
  const ofSide = (
    side: FlowRow['side'],
    { parties, others, nobody }: FlowSide,
    nobodyName: string,
  ): FlowRow[] => [
    ...parties.map((party) => ({ ...party, side, name: nameOf(party.address) })),
    ...(others.addresses > 0
      ? [{ ...others, side, address: null, name: `Other (${count(others.addresses)})` }]
      : []),
    ...(nobody.transactions > 0 ? [{ ...nobody, side, address: null, name: nobodyName }] : []),
  ];
  return [...ofSide('left', senders, 'Minted'), ...ofSide('right', recipients, 'Burned')];
}

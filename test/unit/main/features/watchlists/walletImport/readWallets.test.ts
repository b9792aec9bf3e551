import { describe, expect, it } from 'vitest';
import {
  checkAddress,
  formOf,
} from '../../../../../../main/features/watchlists/walletImport/checkAddress.ts';
import { readWallets } from '../../../../../../main/features/watchlists/walletImport/readWallets.ts';
import type { ChainForm } from '../../../../../../preload/contract/walletAddresses.ts';

/** Examples of the rules themselves: ERC-55, SEP-23, and the system accounts of Solana, XRP Ledger and Aptos. */
const valid: readonly (readonly [ChainForm, string])[] = [
  ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['evm', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['evm', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
  ['evm', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'],
  ['solana', '11111111111111111111111111111111'],
  ['solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['stellar', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['stellar', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'],
  ['xrpl', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['xrpl', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  ['aptos', `0x${'1'.padStart(64, '0')}`],
];

describe('an address', () => {
  it.each(valid)('of %s is known by its form: %s', (chain, address) => {
    expect(formOf(address)).toBe(chain);
    expect(checkAddress(address)).toEqual({ ok: true, address, chain });
    expect(checkAddress(address, chain)).toMatchObject({ ok: true });
  });

  it('with a changed character is refused, where its form has a checksum', () => {
    const changed: readonly (readonly [ChainForm, string])[] = [
      ['evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
      ['stellar', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA'],
      ['xrpl', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTH'],
    ];
    for (const [chain, address] of changed) {
      const checked = checkAddress(address, chain);
      expect(checked.ok ? '' : checked.message).toContain('checksum');
    }
  });

  it('of another length or chain is refused', () => {
    expect(checkAddress('0x1234')).toMatchObject({ ok: false });
    expect(checkAddress('z'.repeat(44))).toMatchObject({ ok: false });
    expect(checkAddress('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'evm')).toMatchObject({ ok: false });
    expect(checkAddress('not an address')).toMatchObject({ ok: false });
  });
});

describe('a pasted text of wallets', () => {
  const [evm, solana] = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '11111111111111111111111111111111'];

  it('has an address on each line, and a label after it', () => {
    const { wallets, labels, errors, repeated } = readWallets(
      `${evm} Treasury desk\r\n\r\n${solana}\n${evm} Again\n`,
    );
    expect(wallets).toEqual([
      { address: evm, chain: 'evm', side: 'either' },
      { address: solana, chain: 'solana', side: 'either' },
    ]);
    expect(labels).toEqual([{ address: evm, label: 'Treasury desk' }]);
    expect({ errors, repeated }).toEqual({ errors: [], repeated: 1 });
  });

  it('or columns in the order that the first line names', () => {
    const text = `\uFEFFName;Network;Wallet;Direction\n"Desk; ""A""";Ethereum;${evm};from\nSystem;sol;${solana};both`;
    expect(readWallets(text)).toEqual({
      wallets: [
        { address: evm, chain: 'evm', side: 'from' },
        { address: solana, chain: 'solana', side: 'either' },
      ],
      labels: [
        { address: evm, label: 'Desk; "A"' },
        { address: solana, label: 'System' },
      ],
      errors: [],
      errorLines: [],
      repeated: 0,
    });
  });

  const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  const both = [evm, other];

  it.each([
    ['spaces', `${evm} ${other}`],
    ['commas', `${evm}, ${other}`],
    ['a list of JSON', JSON.stringify(both)],
    ['a list of JSON over lines', JSON.stringify(both, null, 2)],
    ['a list of Python', `['${evm}', '${other}']`],
    ['prefixes of networks', `eth:${evm}\neip155:1:${other}`],
    [
      'links',
      `https://etherscan.io/address/${evm}#tokentxns\n<https://polygonscan.com/address/${other}?a=0x1>`,
    ],
    ['invisible characters', `\u200E${evm}\u200B\n\u2066${other}\u2069\u00AD`],
    [
      'columns that nobody named',
      `"HolderAddress","Balance"\n"${evm}","10373.44"\n"${other}","1,234,567.89"`,
    ],
  ])('has several in any form that people have them in: %s', (_form, text) => {
    const { wallets, labels, errors } = readWallets(text);
    expect(errors).toEqual([]);
    expect(labels).toEqual([]);
    expect(wallets.map(({ address }) => address)).toEqual(both);
  });

  it.each([' ', ' and ', ' -> ', ' | ', '\tto ', '; then '])(
    'takes each wallet of a line: %j between them',
    (between) => {
      const third = `0x${'3'.repeat(40)}`;
      const { wallets, labels, errorLines } = readWallets([evm, other, third].join(between));
      expect(wallets.map(({ address }) => address)).toEqual([evm, other, third]);
      expect(labels).toEqual([]);
      expect(errorLines).toEqual(/\w|>|\|/.test(between) ? [1] : []);
    },
  );

  it('keeps brackets of a label', () => {
    expect(readWallets(`${evm} Fund (old)\nlabel,address`).labels).toEqual([
      { address: evm, label: 'Fund (old)' },
    ]);
    expect(readWallets(`label,address\n[A] Fund,${evm}`).labels).toEqual([
      { address: evm, label: '[A] Fund' },
    ]);
  });

  it('has an account of another network behind its prefix', () => {
    const text = `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA`;
    expect(readWallets(text).wallets.map(({ chain }) => chain)).toEqual(['solana']);
  });

  it('takes no line in half: one word among addresses is said', () => {
    const { wallets, errors } = readWallets(`${evm}, oops, ${other}\n${solana}`);
    expect(wallets.map(({ address }) => address)).toEqual([evm, other, solana]);
    expect(errors.map(({ line, message }) => [line, message.includes('not an address')])).toEqual([
      [1, true],
    ]);
  });

  it('refuses a link that leads to no address', () => {
    expect(readWallets(`https://etherscan.io/tx/0x${'1'.repeat(64)}`)).toMatchObject({
      wallets: [],
      errorLines: [1],
    });
  });

  it('has the separator and the networks of its heading, as rotki writes them', () => {
    const { wallets, labels, errors } = readWallets(
      `address,label,tags,blockchain\n${evm},"Desk; A",public;own,arbitrum_one\n${solana},,own;x,SOL\n${other},,,binance_sc\n`,
    );
    expect({ wallets, labels, errors }).toEqual({
      wallets: [
        { address: evm, chain: 'evm', side: 'either' },
        { address: solana, chain: 'solana', side: 'either' },
        { address: other, chain: 'evm', side: 'either' },
      ],
      labels: [{ address: evm, label: 'Desk; A' }],
      errors: [],
    });
  });

  it('takes a label from label, name and tag, in this order', () => {
    const labelOf = (heading: string, cells: string): string | undefined =>
      readWallets(`${heading}\n${evm},${cells}`).labels[0]?.label;
    expect(labelOf('Address,Name Tag,Note', 'Treasury,hot')).toBe('Treasury');
    expect(labelOf('address,note,label', 'hot,Treasury')).toBe('Treasury');
    expect(labelOf('address,name,chainId', 'Treasury,1')).toBe('Treasury');
  });

  it('is reported by line where something is wrong, with what to do', () => {
    const { wallets, errors } = readWallets(
      [
        ...['address,label,chain,side', `${evm},a`, 'oops,b', `${evm},c,mars`, `${evm},d,evm,up`, ',e'],
        `${evm},${'f'.repeat(81)}`,
      ].join('\n'),
    );
    expect(wallets).toHaveLength(1);
    expect(errors.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    const advice = [
      'not an address',
      'Use evm, solana, stellar, xrpl or aptos',
      'Use from, to or either',
      'Add one, or remove the line',
      'at most 80 characters',
    ];
    errors.forEach(({ message }, index) => {
      expect(message).toContain(advice[index]);
    });
  });

  it('ends as every system ends its lines, and lines are numbered as editors number them', () => {
    const one = `0x${'1'.repeat(40)}`;
    const two = `0x${'2'.repeat(40)}`;
    for (const end of ['\n', '\r\n', '\r']) {
      const read = readWallets(`\uFEFF${one}${end}${end} ${end}?${end}${two}, Fund${end}`);
      expect(read.wallets.map(({ address }) => address)).toEqual([one, two]);
      expect(read.errorLines).toEqual([4]);
    }
  });

  it('says of a line that is too long to be a wallet that it is', () => {
    const { wallets, errors } = readWallets(`0x${'1'.repeat(40)}\na,${'"'.repeat(20_000)}`);
    expect(wallets).toHaveLength(1);
    expect(errors).toEqual([
      expect.objectContaining({ line: 2, message: expect.stringContaining('longer than 10,000') as string }),
    ]);
  });

  it('counts every line that cannot be read, and loses none after many of them', () => {
    const { wallets, errors, errorLines } = readWallets(`${'oops\n'.repeat(500)}${evm}\nagain oops`);
    expect(wallets.map(({ address }) => address)).toEqual([evm]);
    expect(errorLines).toHaveLength(501);
    expect(errorLines.at(-1)).toBe(502);
    expect(errors).toHaveLength(200);
    expect(errors.at(-1)?.line).toBe(200);
  });

  it('takes a wallet that is named once for each side as one for both', () => {
    const { wallets, repeated } = readWallets(
      `address,side\n${evm},from\n${evm.toLowerCase()},to\n${solana},to`,
    );
    expect(wallets).toMatchObject([
      { address: evm, side: 'either' },
      { address: solana, side: 'to' },
    ]);
    expect(repeated).toBe(1);
  });

  it('keeps the case of what was pasted, and takes capitals and small letters of one EVM address for one', () => {
    const { wallets, repeated } = readWallets(`${evm}\n${evm.toLowerCase()}`);
    expect(wallets.map(({ address }) => address)).toEqual([evm]);
    expect(repeated).toBe(1);
  });
});

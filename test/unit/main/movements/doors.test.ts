import Database from 'better-sqlite3';
import { join } from 'node:path';
import * as sqlite from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import { checksummed, walletKey } from '../../../../preload/contract/walletAddresses.ts';
import { tokenFilter, walletFilter } from '../../../../preload/contract/wallets.ts';
import { openViews } from '../../../../main/features/sql/process/openViews.ts';
import { makeWalletFlowReader } from '../../../../main/movements/flows.ts';
import { makeTokenReader } from '../../../../main/movements/token.ts';
import { makeWalletReader } from '../../../../main/movements/wallet.ts';
import { migrate } from '../../../../main/platform/sqlite/migrations.ts';
import { makeRandom, type Random } from '../../../../main/sample-service/data/random.ts';
import { cacheMigrations } from '../../../../main/store/cache/maintenance/cacheMigrations.ts';
import { makeRecordTotals } from '../../../../main/store/cache/reading/recordTotals.ts';
import { makeRowObservers } from '../../../../main/store/cache/writing/rowObservers.ts';
import { makeChunkPages } from '../../../../main/store/query/chunks/chunkPages.ts';
import { installFunctions } from '../../../../main/store/query/functions.ts';
import { makeStatements } from '../../../../main/store/query/statements.ts';
import { makeRecordIntake } from '../../../../main/store/records/recordIntake.ts';
import { makeWatchReader } from '../../../../main/store/watchlists/watchReader.ts';
import { makeWatchWriter } from '../../../../main/store/watchlists/watchWriter.ts';
import { atScale } from '../../../support/scale.ts';
import { answerBytes } from '../../../support/storedPages.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

/** Every door to movements is asked the same of random ones; what is right is added up here, in whole numbers of a millionth. */

/** How a network writes who sends a mint and who receives a burn. Rule: service notes, "Records". */
interface Chain {
  readonly network: string;
  readonly tokenId: number;
  readonly token: string;
  readonly issuer: string;
  readonly minter: string | null;
  readonly burner: string | null;
  readonly holders: readonly string[];
}

const hex = (digits: string, length = 40): string => `0x${digits.padStart(length, '0')}`;
const zero = hex('');
const stellarIssuer = 'GBFENMWC4LV4UWI3NSXWQRASYGCRT52AYAQT6J5PYCKVIGBQZ56SJAFL';
const xrplIssuer = 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B';
const chains: readonly Chain[] = [
  {
    network: 'Ethereum',
    tokenId: 1,
    token: hex('1111'),
    issuer: hex('15513e'),
    minter: zero,
    burner: zero,
    holders: [hex('a11ce'), hex('b0b'), hex('ca401')],
  },
  {
    network: 'Solana',
    tokenId: 2,
    token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    issuer: 'IssuerSo1',
    minter: null,
    burner: null,
    holders: ['OwnerAnn', 'OwnerBob', 'OwnerCarol'],
  },
  {
    network: 'Aptos',
    tokenId: 38,
    token: hex('38', 64),
    issuer: hex('15513e38', 64),
    minter: null,
    burner: null,
    holders: [hex('a38', 64), hex('b38', 64), hex('c38', 64)],
  },
  {
    network: 'XRP Ledger',
    tokenId: 46,
    token: xrplIssuer,
    issuer: xrplIssuer,
    minter: xrplIssuer,
    burner: xrplIssuer,
    holders: ['rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', 'rCarol'],
  },
  {
    network: 'Stellar',
    tokenId: 9,
    token: `BENJI-${stellarIssuer}-1`,
    issuer: stellarIssuer,
    minter: stellarIssuer,
    burner: null,
    holders: ['GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN', 'GBob', 'GCarol'],
  },
];

/** What happened, in millionths; null where the service does not say how much. */
interface Move {
  readonly chain: Chain;
  readonly kind: 'mint' | 'burn' | 'other';
  readonly day: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint | null;
  readonly dollars: bigint | null;
}

const millionth = 1_000_000n;

function numberOf(millionths: bigint): number {
  const digits = (millionths < 0n ? -millionths : millionths).toString().padStart(7, '0');
  return Number(`${millionths < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

const sum = (values: readonly (bigint | null)[]): number =>
  numberOf(values.reduce((total: bigint, value) => total + (value ?? 0n), 0n));

function makeMove(random: Random): Move {
  const chain = random.pick(chains);
  const parties = [...chain.holders, chain.issuer];
  const kind = random.pick(['mint', 'burn', 'other', 'other'] as const);
  const figure = (): bigint | null =>
    random.chance(0.9)
      ? BigInt(random.integer(0, 4_000_000)) * BigInt(random.pick([1, 1000, 250_000]))
      : null;
  return {
    chain,
    kind,
    day: `2026-03-0${random.integer(1, 5).toString()}`,
    from: kind === 'mint' ? null : random.pick(kind === 'burn' ? chain.holders : parties),
    to: kind === 'burn' ? null : random.pick(kind === 'mint' ? chain.holders : parties),
    amount: figure(),
    dollars: figure(),
  };
}

/** As the service writes it; a Solana transfer once or twice. */
function recordsOf(random: Random, move: Move, index: number): ResourceRecord[] {
  const { chain, kind, day, amount, dollars } = move;
  const spell = (address: string | null): string | null => {
    if (address === null || !address.startsWith('0x')) return address;
    const upper = `0x${address.slice(2).toUpperCase()}`;
    return random.pick([address, upper, address.length === 42 ? checksummed(address) : address]);
  };
  const from = kind === 'mint' ? chain.minter : move.from;
  const to = kind === 'burn' ? chain.burner : move.to;
  // Without a type nobody can tell a transfer of an issuer from a mint.
  const isClear = kind !== 'other' || (move.from !== chain.issuer && move.to !== chain.issuer);
  const slug = kind === 'other' ? 'token-transfer' : `token-${kind}`;
  const record = {
    id: `1-0x${index.toString()}-0-1`,
    date: `${day}T00:00:00.000Z`,
    timestamp: random.chance(0.8) ? `${day}T10:00:00.${random.integer(0, 999_999).toString()}Z` : null,
    transaction_type: random.chance(0.3) && isClear ? null : { id: 1, slug },
    amount: amount === null ? null : numberOf(amount),
    usd_amount: dollars === null ? null : numberOf(dollars),
    token_id: chain.tokenId,
    token: { id: chain.tokenId.toString(), address: chain.token, network_name: chain.network },
    asset: { id: '3', name: 'A fund' },
    from_address: spell(from),
    to_address: spell(to),
  };
  if (chain.network !== 'Solana') return [record];
  const accountOf = (owner: string | null): string | null => (owner === null ? null : `Account of ${owner}`);
  const owner = { ...record, id: `2_Hash${index.toString()}_4_1` };
  const account = {
    ...record,
    id: `2-Hash${index.toString()}-1`,
    from_address: accountOf(from),
    to_address: accountOf(to),
  };
  return amount !== null && random.chance(0.5) ? [account, owner] : [owner];
}

function open(path: string) {
  const database = new Database(path);
  migrate(database, cacheMigrations);
  installFunctions(database);
  const writer = makeWatchWriter(database, makeRecordIntake(database, makeRowObservers(database)));
  const reader = makeWatchReader(database, makeChunkPages(makeStatements(database)));
  return { database, writer, reader };
}

const everyone = chains.flatMap(({ holders, issuer }) => [...holders, issuer]);
const listOf = (id: string, filter: Filter) => ({ id, on: true, filter, base: filter, wallets: [] });
const lists = [
  ...everyone.map((address) => listOf(address, walletFilter({ address }))),
  ...chains.map(({ tokenId }) => listOf(`token ${tokenId.toString()}`, tokenFilter(tokenId))),
];

const flowOf = (moves: readonly Move[]): { count: number; dollars: number } => ({
  count: moves.length,
  dollars: sum(moves.map(({ dollars }) => dollars)),
});

/** What a party sent to and received from each other one. */
function othersOf(moves: readonly Move[], address: string): Map<string, unknown> {
  const others = new Set(moves.flatMap(({ from, to }) => [from, to]).filter((other) => other !== address));
  return new Map(
    [...others].flatMap((other) => {
      const sent = moves.filter(({ from, to }) => from === address && to === other);
      const received = moves.filter(({ from, to }) => to === address && from === other);
      return other === null || sent.length + received.length === 0
        ? []
        : [[other, { in: flowOf(received), out: flowOf(sent) }]];
    }),
  );
}

const byKey = <Party extends { address: string }>(
  parties: readonly Party[],
  of: (party: Party) => unknown,
): Map<string, unknown> => new Map(parties.map((party) => [walletKey(party.address), of(party)]));

it('every door to movements says the same, and what is right', async () => {
  await atScale(import.meta.filename, 40, ({ count, seed }) => {
    for (let round = 0; round < count; round += 1) askEveryDoor(makeRandom(seed, round));
  });
}, 600_000);

function askEveryDoor(random: Random): void {
  using folder = temporaryFolder();
  const path = join(folder.path, 'cache.db');
  const { database, writer, reader } = open(path);
  const moves = Array.from({ length: 120 }, () => makeMove(random));
  const pages = [moves.slice(0, 50), moves.slice(50)].map((page, at) =>
    page.flatMap((move, index) => recordsOf(random, move, at * 50 + index)),
  );
  const take = (records: readonly ResourceRecord[]): void => {
    const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
    const bytes = answerBytes({ records, pagination });
    writer.takeIn({ query: {}, bytes, request: 'page', fetchedAt: 5 }, 1_000_000);
  };
  // The first page was there before the lists: its members come from one statement, the others one by one.
  take(pages[0] ?? []);
  writer.setRules(lists, []);
  for (const { id, filter } of lists)
    writer.setMembers({ listId: id, filter, keys: reader.findMembers(filter), asOf: 9, now: 9 });
  take(pages[1] ?? []);

  const readWallet = makeWalletReader(database);
  const readFlows = makeWalletFlowReader(database);
  const readToken = makeTokenReader(database);
  const figuresOf = (listId: string, wallets: string[]) =>
    reader.readFigures({ listId, wallets, from: null, to: null });

  for (const address of everyone) {
    const own = moves.filter(({ from, to }) => from === address || to === address);
    const [received, sent] = [
      own.filter(({ to }) => to === address),
      own.filter(({ from }) => from === address),
    ];
    const isSelf = ({ from, to }: Move): boolean => from === to;
    const { chain } = own[0] ?? { chain: chains[0] };
    const right = {
      in: flowOf(received),
      out: flowOf(sent),
      amounts: {
        received: sum(received.map((move) => move.amount)),
        sent: sum(sent.map((move) => move.amount)),
      },
      others: othersOf(own, address),
      days: new Map(
        [...new Set(own.map(({ day }) => day))].map((day) => [
          day,
          {
            in: flowOf(received.filter((move) => move.day === day)).dollars,
            out: flowOf(sent.filter((move) => move.day === day)).dollars,
          },
        ]),
      ),
      toItself: own.filter(isSelf).length,
      nobody: {
        in: flowOf(received.filter(({ from }) => from === null)),
        out: flowOf(sent.filter(({ to }) => to === null)),
      },
    };
    // A day on which an issuer only minted is there, with nothing in and out.
    const daysOf = (days: readonly { day: string; in: number; out: number }[]): Map<string, unknown> =>
      new Map(
        days.filter(({ day }) => right.days.has(day)).map((day) => [day.day, { in: day.in, out: day.out }]),
      );
    const quiet = (days: readonly { day: string; in: number; out: number }[]): unknown =>
      days.filter((day) => !right.days.has(day.day) && (day.in !== 0 || day.out !== 0));

    const wallet = readWallet({ address });
    const ofToken = wallet.positions.find(({ tokenId }) => tokenId === chain?.tokenId);
    expect({ received: ofToken?.received ?? 0, sent: ofToken?.sent ?? 0 }).toEqual(right.amounts);
    expect(byKey(wallet.counterparties, (party) => ({ in: party.in, out: party.out }))).toEqual(right.others);
    expect([daysOf(wallet.days), quiet(wallet.days)]).toEqual([right.days, []]);

    const figures = figuresOf(address, [address]);
    expect(figures.wallets).toMatchObject([{ in: right.in, out: right.out }]);
    expect(byKey(figures.counterparties, ({ from, to }) => ({ in: from, out: to }))).toEqual(right.others);
    expect([daysOf(figures.days), quiet(figures.days)]).toEqual([right.days, []]);

    const flows = readFlows({ address });
    const side = (way: 'in' | 'out') =>
      new Map(
        [...othersOf(own, address)].flatMap(([other, flow]) => {
          const { count, dollars } = (flow as Record<'in' | 'out', ReturnType<typeof flowOf>>)[way];
          return count === 0 ? [] : [[other, { figure: dollars, transactions: count }]];
        }),
      );
    const shown = ({ figure, transactions }: { figure: number; transactions: number }): unknown => ({
      figure,
      transactions,
    });
    expect(byKey(flows.senders.parties, shown)).toEqual(side('in'));
    expect(byKey(flows.recipients.parties, shown)).toEqual(side('out'));
    expect([flows.toItself, flows.transactions]).toEqual([right.toItself, own.length]);
    expect(shown(flows.senders.nobody)).toEqual({
      figure: right.nobody.in.dollars,
      transactions: right.nobody.in.count,
    });
    expect(shown(flows.recipients.nobody)).toEqual({
      figure: right.nobody.out.dollars,
      transactions: right.nobody.out.count,
    });
  }

  const { database: views } = openViews(
    sqlite,
    {
      databasePath: path,
      labels: null,
      limits: { memoryBytes: 1e9, seconds: 60, rows: 1000, resultBytes: 1e6, cellBytes: 1e6, cells: 1000 },
    },
    new Set(['transactions', 'twin_of']),
  );
  for (const { tokenId } of chains) {
    const own = moves.filter(({ chain }) => chain.tokenId === tokenId);
    const ofKind = (kind: Move['kind']) => own.filter((move) => move.kind === kind);
    const right = { minted: flowOf(ofKind('mint')), burned: flowOf(ofKind('burn')), all: flowOf(own) };
    const amount = sum(own.map((move) => move.amount));

    const token = readToken(tokenId);
    expect(token).toMatchObject({
      transactions: own.length,
      minted: right.minted,
      burned: right.burned,
      transferred: flowOf(ofKind('other')),
    });
    const holder = (address: string) => {
      const received = own.filter(({ to }) => to === address);
      const sent = own.filter(({ from }) => from === address);
      return {
        received: sum(received.map((move) => move.amount)),
        sent: sum(sent.map((move) => move.amount)),
      };
    };
    for (const position of token.holders)
      expect({ received: position.received, sent: position.sent }).toEqual(
        holder(walletKey(position.address)),
      );
    const parties = new Set(own.flatMap(({ from, to }) => [from, to]).filter((party) => party !== null));
    expect(token.addressCount).toBe(parties.size);

    expect(figuresOf(`token ${tokenId.toString()}`, [])).toMatchObject({
      count: own.length,
      volume: right.all.dollars,
      minted: right.minted,
      burned: right.burned,
    });
    const totals = makeRecordTotals(database)({
      resource: 'transactions',
      query: { filter: tokenFilter(tokenId) },
      rows: [{ field: 'token_id' }],
      measures: [{ kind: 'count' }, { kind: 'sum', field: 'usd_amount' }, { kind: 'sum', field: 'amount' }],
    });
    expect(totals.rows[0]?.figures ?? [0, 0, 0]).toEqual([own.length, right.all.dollars, amount]);
    const [row] = views
      .prepare(
        `SELECT count(*), total(usd_amount), total(amount) FROM transactions WHERE token_id = ${tokenId.toString()} AND twin_of IS NULL`,
      )
      .all();
    const [counted, dollars] = Object.values(row ?? {}).map(Number);
    expect([counted, Math.round((dollars ?? 0) * 1e5)]).toEqual([
      own.length,
      Math.round(right.all.dollars * 1e5),
    ]);
  }
  views.close();
  database.close();
}

describe('the wallet of an issuer', () => {
  it('has sent nothing that it minted, by whatever door', () => {
    const { database, writer, reader } = open(':memory:');
    const [, , , xrpl] = chains;
    const [holder = '', other = ''] = xrpl?.holders ?? [];
    const base = { chain: xrpl ?? chains[0], day: '2026-03-01' } as Pick<Move, 'chain' | 'day'>;
    const all: Move[] = [
      {
        ...base,
        kind: 'mint',
        from: null,
        to: holder,
        amount: 1000n * millionth,
        dollars: 1000n * millionth,
      },
      {
        ...base,
        kind: 'other',
        from: xrplIssuer,
        to: other,
        amount: 50n * millionth,
        dollars: 50n * millionth,
      },
      { ...base, kind: 'burn', from: holder, to: null, amount: 200n * millionth, dollars: 200n * millionth },
    ];
    const filter = walletFilter({ address: xrplIssuer });
    writer.setRules([listOf('issuer', filter)], []);
    const records = all.flatMap((move, index) => recordsOf(makeRandom(1), move, index));
    const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
    const bytes = answerBytes({ records, pagination });
    writer.takeIn({ query: {}, bytes, request: 'page', fetchedAt: 5 }, 1_000_000);
    const wallet = makeWalletReader(database)({ address: xrplIssuer });
    const figures = reader.readFigures({ listId: 'issuer', wallets: [xrplIssuer], from: null, to: null });
    const flows = makeWalletFlowReader(database)({ address: xrplIssuer });
    const token = makeTokenReader(database)(46);
    const holderOf = token.holders.find(({ address }) => address === xrplIssuer);
    expect({
      wallet: wallet.positions.map(({ received, sent }) => [received, sent]),
      days: wallet.days,
      list: figures.wallets.map((flow) => [flow.in.dollars, flow.out.dollars]),
      flows: [
        flows.senders.parties,
        flows.recipients.parties.map(({ figure }) => figure),
        flows.transactions,
      ],
      token: [holderOf?.received, holderOf?.sent],
    }).toEqual({
      wallet: [[0, 50]],
      days: [{ day: '2026-03-01', dollars: 1250, in: 0, out: 50 }],
      list: [[0, 50]],
      flows: [[], [50], 1],
      token: [0, 50],
    });
    database.close();
  });
});

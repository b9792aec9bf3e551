import type { Json } from '../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import type { SqlDatabase } from '../../store/query/database.ts';
import { valueIn } from '../../store/query/records.ts';
import type { Table } from '../../store/query/tables.ts';
import { burn, mint, nobody, transfer, type Activity } from './activity.ts';
import { inventAddress } from './addresses.ts';
import { completeFacts } from './assemble.ts';
import { isoTime, timeMs } from './calendar.ts';
import { makeRandom } from './random.ts';
import { makeRowWriter } from './rowWriter.ts';
import type { Moves } from './tokenFigures.ts';
import type { TransactionIds } from './transactionIds.ts';
import type { SampleAsset, SampleToken, WorldSize } from './world.ts';

/** Writes the transactions of tokens into their table, straight into its columns: records are never built one by one. */
export interface TransactionWriter {
  write(moves: Moves): void;
}

/** Wallets on networks of one form; holders of different tokens can share one. The number is prime, see `makeAddressBook`. */
const wallets = 99_991;

/** Of a mint or burn of odd data, so many do not say what they are. Rule: service notes, "Records". */
const untypedPart = 0.02;

/** The types of transactions, by kind. Slugs of the form of `token-burn`. */
const types = new Map([
  [mint, { id: mint, slug: 'token-mint', name: 'Mint', description: 'New tokens were made.' }],
  [burn, { id: burn, slug: 'token-burn', name: 'Burn', description: 'Tokens were destroyed.' }],
  [
    transfer,
    { id: transfer, slug: 'token-transfer', name: 'Transfer', description: 'Tokens changed hands.' },
  ],
]);

/** The types of transactions with their ids. */
export const transactionTypes: readonly { readonly id: number; readonly name: string }[] = [
  ...types.values(),
];

export function makeTransactionWriter(
  database: SqlDatabase,
  table: Table,
  { seed, odd }: Pick<WorldSize, 'seed' | 'odd'>,
  ids: TransactionIds,
): TransactionWriter {
  const writer = makeRowWriter(database, table);
  // The body is made when it is requested, see `recordTexts.ts`: its key says of what, and stands for its hash.
  const insertBody = database.prepare(
    `INSERT INTO ${table.bodies} (key, hash, uses, content) VALUES (:key, CAST(:key AS BLOB), :uses, '')`,
  );
  // One more than a column's place: the body comes first.
  const indexOf = (name: string): number => 1 + (table.column.get(name)?.index ?? NaN);
  const indexes = {
    id: indexOf('id'),
    hash: indexOf('transaction_hash'),
    date: indexOf('date'),
    timestamp: indexOf('timestamp'),
    amount: indexOf('amount'),
    dollars: indexOf('usd_amount'),
    from: indexOf('from_address'),
    to: indexOf('to_address'),
  };
  let written = 0;

  return {
    write({ asset, token, activity, dollars }) {
      const random = makeRandom(seed, 803, token.id);
      const addressOf = makeAddressBook(seed, token);
      const templates = new Map<number, Template>();
      let leader = 0;
      let movement = 0;
      for (let index = 0; index < activity.count; index += 1) {
        const kind = activity.kind[index] ?? transfer;
        const type = odd && kind !== transfer && random.chance(untypedPart) ? 0 : kind;
        const template = templates.get(type) ?? makeTemplate(asset, token, type);
        templates.set(type, template);
        movement = isSameTime(activity, index) && movement < 9 ? movement + 1 : 0;
        if (movement === 0) leader = written;
        const { id, hash } = ids.make(leader, token.network, movement);
        const day = activity.day[index] ?? 0;
        const worth = dollars[index] ?? NaN;
        const { row } = template;
        row[indexes.id] = id;
        row[indexes.hash] = hash;
        row[indexes.date] = timeMs(day, 0);
        row[indexes.timestamp] = timeMs(day, activity.second[index] ?? 0);
        row[indexes.amount] = (activity.grains[index] ?? 0) / activity.grainsPerToken;
        row[indexes.dollars] = Number.isNaN(worth) ? null : worth;
        row[indexes.from] = addressOf(activity.from[index] ?? nobody, 'from');
        row[indexes.to] = addressOf(activity.to[index] ?? nobody, 'to');
        writer.writeRow(row);
        template.uses += 1;
        written += 1;
      }
      for (const { key, uses } of templates.values()) insertBody.run({ key, uses });
    },
  };

  /** The row of a transaction in which what differs from one to the next is still to be set. */
  function makeTemplate(asset: SampleAsset, token: SampleToken, type: number): Template {
    const record = transactionRecord(table, asset, token, type);
    const key = transactionBodyKey(token, type);
    return { key, row: [key, ...table.columns.map((column) => valueIn(table, column, record))], uses: 0 };
  }
}

/** More than there are types of transactions. */
const bodiesOfToken = 4;

/** The key of the body that all transactions of a token of one type share. */
function transactionBodyKey(token: SampleToken, type: number): number {
  return token.id * bodiesOfToken + type;
}

/** Takes apart what `transactionBodyKey` makes. */
export function readTransactionBodyKey(key: number): { tokenId: number; type: number } {
  return { tokenId: Math.floor(key / bodiesOfToken), type: key % bodiesOfToken };
}

interface Template {
  /** The key of the body. */
  readonly key: number;
  readonly row: SqlValue[];
  uses: number;
}

/**
 * A transaction of a token with an example of everything that differs from one transaction to the next.
 *
 * @param type its kind, or 0 where the record does not say what it is.
 */
export function transactionRecord(
  table: Table,
  asset: SampleAsset,
  token: SampleToken,
  type: number,
): ResourceRecord {
  const time = isoTime(0, 0).replace('Z', '.000Z');
  const nestedToken: Json = {
    id: token.id.toString(),
    asset_id: asset.id.toString(),
    network_id: token.network.id.toString(),
    network_name: token.network.name,
    address: token.address,
    decimals: token.decimals,
  };
  return completeFacts(table.resource, {
    id: '-',
    transaction_hash: '-',
    date: time,
    timestamp: time,
    amount: 1,
    usd_amount: 1,
    from_address: '-',
    to_address: '-',
    transaction_type_id: type === 0 ? null : type,
    transaction_type: types.get(type) ?? null,
    asset_id: asset.id,
    asset_class_id: asset.assetClass.id,
    asset: { id: asset.id.toString(), name: asset.name, asset_class_name: asset.assetClass.name },
    token_id: token.id,
    token: nestedToken,
    network_id: token.network.id,
    protocol_id: token.platform?.id ?? null,
  });
}

function isSameTime({ day, second }: Activity, index: number): boolean {
  return index > 0 && day[index] === day[index - 1] && second[index] === second[index - 1];
}

/** Spells the address of a holder, or what stands for `nobody` where tokens are minted (`from`) or burned (`to`). */
export type AddressBook = (holder: number, side: 'from' | 'to') => string | null;

/**
 * What stands where nobody does. Rule: service notes, "Records": the zero address on EVM chains, the issuer on the XRP Ledger and as
 * the sender on Stellar.
 */
function nobodysAddress({ network, issuerAddress }: SampleToken, side: 'from' | 'to'): string | null {
  if (network.addressForm === 'evm') return `0x${'0'.repeat(40)}`;
  return network.addressForm === 'stellar' && side === 'to' ? null : issuerAddress;
}

/** The addresses of a token's holders, each spelled once. */
export function makeAddressBook(seed: number, token: SampleToken): AddressBook {
  const { addressForm } = token.network;
  const random = makeRandom(seed, 804, token.id);
  const start = random.integer(0, wallets - 1);
  const stride = random.integer(1, wallets - 1);
  const spelled: string[] = [];
  return (holder, side) => {
    if (holder === nobody) return nobodysAddress(token, side);
    // Every stride passes all wallets before it comes back, since their number is prime: no two of the first holders share a
    // wallet. Those after them have wallets that hold no other token.
    return (spelled[holder] ??=
      holder < wallets
        ? inventAddress(addressForm, seed, 805, (start + holder * stride) % wallets)
        : inventAddress(addressForm, seed, 806, token.id, holder));
  };
}

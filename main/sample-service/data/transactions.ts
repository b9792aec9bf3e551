import type { Json } from '../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources } from '../../../preload/contract/resources.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import { valueIn } from '../../store/query/records.ts';
import type { Table } from '../../store/query/tables.ts';
import { burn, mint, nobody, transfer, type Activity } from './activity.ts';
import { inventAddress, makeTransactionIds } from './addresses.ts';
import { makeRandom } from './random.ts';
import { completeFacts } from './records.ts';
import type { DataSize, TokenHistory } from './histories.ts';
import { timeMs, type SampleAsset, type SampleToken } from './world.ts';

/** Wallets of an address form, which tokens share. Prime, see `makeAddressBook`. */
const wallets = 99_991;

/** Fraction of mints and burns without a type in odd data. Rule: service notes, "Records". */
const untypedPart = 0.02;

/** One in 20 Solana transactions comes twice; of these, one in 4 under another last number. */
const [twinEvery, unsureEvery] = [20, 4];

export const transactionTypes = [
  { id: mint, slug: 'token-mint', name: 'Mint', description: 'New tokens were made.' },
  { id: burn, slug: 'token-burn', name: 'Burn', description: 'Tokens were destroyed.' },
  { id: transfer, slug: 'token-transfer', name: 'Transfer', description: 'Tokens changed hands.' },
];

/**
 * Returns a function that writes the transactions of a token as rows, `[key of the body, ...values of
 * table.columns]`, without building records. Rows of one token and type share a body.
 */
export function makeTransactionWriter(
  table: Table,
  { seed, odd, transactions }: DataSize,
  writeRow: (row: readonly SqlValue[]) => void,
  writeBody: (key: number, uses: number) => void,
): (history: TokenHistory) => void {
  const ids = makeTransactionIds(seed, Math.max(1, transactions));
  const set = (row: SqlValue[], values: Readonly<Record<string, SqlValue>>): void => {
    for (const [name, value] of Object.entries(values))
      row[1 + (table.column.get(name)?.index ?? NaN)] = value;
  };
  let written = 0;
  return ({ asset, token, activity, dollars }) => {
    const random = makeRandom(seed, 803, token.id);
    const addressOf = makeAddressBook(seed, token);
    const accountOf = (holder: number): string | null =>
      holder === nobody ? null : inventAddress('solana', seed, 808, token.id, holder);
    // Rows by type; only columns that differ between transactions are set again.
    const templates = new Map<number, { readonly row: SqlValue[]; uses: number }>();
    let leader = 0;
    let movement = 0;
    for (let index = 0; index < activity.count; index += 1) {
      const kind = activity.kind[index] ?? transfer;
      const type = odd && kind !== transfer && random.chance(untypedPart) ? 0 : kind;
      const template = templates.get(type) ?? { row: rowOf(table, asset, token, type), uses: 0 };
      templates.set(type, template);
      movement = isSameTime(activity, index) && movement < 9 ? movement + 1 : 0;
      if (movement === 0) leader = written;
      const { id, hash } = ids.make(leader, token.network, movement);
      const day = activity.day[index] ?? 0;
      const worth = dollars[index] ?? NaN;
      const { row } = template;
      const [from, to] = [activity.from[index] ?? nobody, activity.to[index] ?? nobody];
      set(row, {
        id,
        transaction_hash: hash,
        date: timeMs(day, 0),
        timestamp: timeMs(day, activity.second[index] ?? 0),
        amount: (activity.grains[index] ?? 0) / activity.grainsPerToken,
        usd_amount: Number.isNaN(worth) ? null : worth,
        from_address: addressOf(from, 'from'),
        to_address: addressOf(to, 'to'),
      });
      // Rule: service notes, "Records": once by wallets, once by token accounts.
      const comesTwice =
        token.network.addressForm === 'solana' && movement === 0 && (written + 1) % twinEvery === 0;
      const last = 1 + (index % 7);
      if (comesTwice) set(row, { id: `${token.network.id.toString()}_${hash}_4_${last.toString()}` });
      writeRow(row);
      template.uses += 1;
      if (comesTwice) {
        const isUnsure = (written + 1) % (twinEvery * unsureEvery) === 0;
        set(row, {
          id: `${token.network.id.toString()}-${hash}-${(isUnsure ? last + 1 : last).toString()}`,
          from_address: accountOf(from),
          to_address: accountOf(to),
        });
        writeRow(row);
        template.uses += 1;
      }
      written += 1;
    }
    for (const [type, { uses }] of templates) writeBody(bodyKey(token, type), uses);
  };
}

function rowOf(table: Table, asset: SampleAsset, token: SampleToken, type: number): SqlValue[] {
  const record = transactionRecord(asset, token, type);
  return [bodyKey(token, type), ...table.columns.map((column) => valueIn(table, column, record))];
}

/** Types are below 4. */
function bodyKey(token: SampleToken, type: number): number {
  return token.id * 4 + type;
}

export function readTransactionBodyKey(key: number): { tokenId: number; type: number } {
  return { tokenId: Math.floor(key / 4), type: key % 4 };
}

export function transactionRecord(asset: SampleAsset, token: SampleToken, type: number): ResourceRecord {
  const time = '1970-01-01T00:00:00.000Z';
  const nestedToken: Json = {
    id: token.id.toString(),
    asset_id: asset.id.toString(),
    network_id: token.network.id.toString(),
    network_name: token.network.name,
    address: token.address,
    decimals: token.decimals,
  };
  return completeFacts(resources.transactions, {
    id: '-',
    transaction_hash: '-',
    date: time,
    timestamp: time,
    amount: 1,
    usd_amount: 1,
    from_address: '-',
    to_address: '-',
    transaction_type_id: type === 0 ? null : type,
    transaction_type: transactionTypes.find(({ id }) => id === type) ?? null,
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

/** Returns the address of a holder; of `nobody` on the side of a mint (`from`) or burn (`to`). */
type AddressBook = (holder: number, side: 'from' | 'to') => string | null;

/**
 * Rule: service notes, "Records": the zero address on EVM chains; the issuer on the XRP Ledger; on Stellar
 * the issuer as the sender, and none as the recipient.
 */
function nobodysAddress({ network, issuerAddress }: SampleToken, side: 'from' | 'to'): string | null {
  if (network.addressForm === 'evm') return `0x${'0'.repeat(40)}`;
  return network.addressForm === 'stellar' && side === 'to' ? null : issuerAddress;
}

export function makeAddressBook(seed: number, token: SampleToken): AddressBook {
  const { addressForm } = token.network;
  const random = makeRandom(seed, 804, token.id);
  const start = random.integer(0, wallets - 1);
  const stride = random.integer(1, wallets - 1);
  const spelled: string[] = [];
  return (holder, side) => {
    if (holder === nobody) return nobodysAddress(token, side);
    // The number of wallets is prime, so a stride visits each before it repeats.
    return (spelled[holder] ??=
      holder < wallets
        ? inventAddress(addressForm, seed, 805, (start + holder * stride) % wallets)
        : inventAddress(addressForm, seed, 806, token.id, holder));
  };
}

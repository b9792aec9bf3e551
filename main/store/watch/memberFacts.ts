import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs } from '../../../preload/contract/days.ts';
import { kindOfRecord, type TransactionKind } from '../../../preload/contract/transactionKinds.ts';
import type { Table } from '../query/tables.ts';
import type { RowObserver } from '../query/writer.ts';
import type { ArrivedRow } from './watchMatcher.ts';
import { kindOfRow, rowKindSql } from './kindFunctions.ts';

const text = z.string().nullable();
/** No figure is what no double holds. */
const figure = z.number().nullable().catch(null);
const rowSchema = z.tuple([figure, text, text, z.number(), z.unknown(), z.unknown()]);

/** What a member has of its transaction; see `watchTables.ts`. */
export interface MemberFacts {
  readonly key: number;
  readonly day: number;
  readonly time: number;
  readonly kind: number;
  readonly dollars: number | null;
  readonly sender: number | null;
  readonly recipient: number | null;
}

interface Found {
  readonly key: number;
  readonly time: number;
  readonly kind: TransactionKind;
  readonly dollars: unknown;
  readonly from: unknown;
  readonly to: unknown;
}

/** How `kind` is stored. */
export const transferKinds = { other: 0, mint: 1, burn: 2 } as const;

/** The kind of the transaction in the row `r` with the body `b` as it is stored, as SQL. */
const storedKindSql = `CASE ${rowKindSql} WHEN 'mint' THEN ${transferKinds.mint.toString()} WHEN 'burn' THEN ${transferKinds.burn.toString()} ELSE ${transferKinds.other.toString()} END`;

/** The number of an address of the row `r`, as SQL; null where none stands. */
function addressNumber(field: 'from_address' | 'to_address'): string {
  return `(SELECT number FROM watch_addresses WHERE address = r."${field}")`;
}

const timeSql = `CAST(floor(coalesce(r."timestamp", r."date", 0)) AS INTEGER)`;

/** What members have of the transactions in the rows `r` with the bodies `b`, as columns; their addresses must have numbers. */
export const factsSql = `r._key AS key, CAST(floor(${timeSql} / ${dayMs.toString()}.0) AS INTEGER) AS day, ${timeSql} AS time,
  ${storedKindSql} AS kind, CASE WHEN abs(r."usd_amount") < 9e999 THEN r."usd_amount" END AS dollars,
  ${addressNumber('from_address')} AS sender, ${addressNumber('to_address')} AS recipient`;

/** Stores the addresses of the transactions whose keys a query returns. */
export function addressesSql(table: Table, keys: string): string {
  const of = (field: string): string =>
    `SELECT r."${field}" FROM (${keys}) k CROSS JOIN ${table.name} r ON r._key = k.key WHERE r."${field}" IS NOT NULL`;
  return `INSERT OR IGNORE INTO watch_addresses (address) ${of('from_address')} UNION ${of('to_address')}`;
}

/** Reads what members have of their transactions, and keeps it as the transactions are. Call its methods inside a transaction. */
export interface MemberFactsTable {
  /** Of a transaction that has just been stored. */
  of(row: ArrivedRow): MemberFacts;
  /** Corrects the members of transactions that change. */
  readonly observer: RowObserver;
}

export function makeMemberFacts(database: Database.Database, table: Table): MemberFactsTable {
  const find = database
    .prepare(
      `SELECT r."usd_amount", r."from_address", r."to_address", ${timeSql},
         b.content ->> '$.transaction_type.slug', b.content ->> '$.token.address'
       FROM ${table.name} r CROSS JOIN ${table.bodies} b ON b.key = r._body WHERE r._key = ?`,
    )
    .raw();
  const columnOf = (field: string): number => table.column.get(field)?.index ?? -1;
  const columns = {
    dollars: columnOf('usd_amount'),
    from: columnOf('from_address'),
    to: columnOf('to_address'),
  };
  const findNumber = database.prepare('SELECT number FROM watch_addresses WHERE address = ?').pluck();
  const addAddress = database.prepare('INSERT INTO watch_addresses (address) VALUES (?)');
  const isMember = database.prepare('SELECT 1 FROM watch_members WHERE key = ?').pluck();
  const put = database.prepare(
    `UPDATE watch_members SET kind = :kind, dollars = :dollars, sender = :sender, recipient = :recipient
     WHERE key = :key`,
  );
  const move = database.prepare(
    'UPDATE watch_members SET day = :day, time = :time WHERE key = :key AND time <> :time',
  );

  function numberOf(address: unknown): number | null {
    if (typeof address !== 'string') return null;
    return Number(findNumber.get(address) ?? addAddress.run(address).lastInsertRowid);
  }

  function factsOf({ key, time, kind, dollars, from, to }: Found): MemberFacts {
    return {
      key,
      day: Math.floor(time / dayMs),
      time,
      kind: transferKinds[kind],
      dollars: figure.parse(dollars),
      sender: numberOf(from),
      recipient: numberOf(to),
    };
  }

  function read(key: number): MemberFacts {
    const [dollars, from, to, time, slug, token] = rowSchema.parse(find.get(key));
    return factsOf({ key, time, dollars, from, to, kind: kindOfRow({ slug, from, to, token }) });
  }

  function refresh(key: number): void {
    const { day, time, ...facts } = read(key);
    put.run(facts);
    move.run({ key, day, time });
  }

  return {
    of: ({ key, time, values, record }) =>
      factsOf({
        key,
        time,
        dollars: values[columns.dollars] ?? null,
        from: values[columns.from],
        to: values[columns.to],
        kind: kindOfRecord(record),
      }),
    observer: {
      added: () => undefined,
      changed(key) {
        if (isMember.get(key) !== undefined) refresh(key);
      },
    },
  };
}

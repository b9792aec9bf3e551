import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs } from '../../preload/contract/days.ts';
import { movementOf } from '../../preload/contract/transactionKinds.ts';
import { walletKey } from '../../preload/contract/walletAddresses.ts';
import type { Table } from '../store/query/tables.ts';
import type { RowObserver } from '../store/query/writer.ts';
import { rowKindSql, storedKinds } from './kinds.ts';

/** Null for numbers beyond a double. */
const figure = z.number().nullable().catch(null);
const rowSchema = z.tuple([figure, z.unknown(), z.unknown(), z.number(), z.unknown(), z.unknown()]);

export interface MemberFacts {
  readonly key: number;
  readonly day: number;
  readonly time: number;
  readonly kind: number;
  readonly dollars: number | null;
  readonly sender: number | null;
  readonly recipient: number | null;
}

const timeSql = `CAST(floor(coalesce(r."timestamp", r."date", 0)) AS INTEGER)`;

function addressNumber(field: 'from_address' | 'to_address'): string {
  return `(SELECT number FROM watch_addresses WHERE key = rwa_wallet_key(r."${field}"))`;
}

/** SQL over the rows `r` of a source with the bodies `b`; addresses have numbers. Rule: `movementOf`. */
export function factsSql(source: string): string {
  return `SELECT key, time / ${dayMs.toString()} - (time % ${dayMs.toString()} < 0) AS day, time, kind, dollars,
      iif(kind = ${storedKinds.indexOf('mint').toString()}, NULL, sender) AS sender,
      iif(kind = ${storedKinds.indexOf('burn').toString()}, NULL, recipient) AS recipient
    FROM (SELECT r._key AS key, ${timeSql} AS time, ${rowKindSql} AS kind,
      CASE WHEN abs(r."usd_amount") < 9e999 THEN r."usd_amount" END AS dollars,
      ${addressNumber('from_address')} AS sender, ${addressNumber('to_address')} AS recipient FROM ${source})`;
}

export function addressesSql(table: Table, keys: string): string {
  const of = (field: string): string =>
    `SELECT r."${field}" AS address FROM (${keys}) k CROSS JOIN ${table.name} r ON r._key = k.key WHERE r."${field}" <> ''`;
  return `INSERT OR IGNORE INTO watch_addresses (key, address)
    SELECT rwa_wallet_key(address), address FROM (${of('from_address')} UNION ${of('to_address')})`;
}

/** Reads the facts of members and keeps them current. Call its methods inside a transaction. */
export function makeMemberFacts(database: Database.Database, table: Table) {
  const find = database
    .prepare(
      `SELECT r."usd_amount", r."from_address", r."to_address", ${timeSql},
         b.content ->> '$.transaction_type.slug', b.content ->> '$.token.address'
       FROM ${table.name} r CROSS JOIN ${table.bodies} b ON b.key = r._body WHERE r._key = ?`,
    )
    .raw();
  const findNumber = database.prepare('SELECT number FROM watch_addresses WHERE key = ?').pluck();
  const addAddress = database.prepare('INSERT INTO watch_addresses (key, address) VALUES (?, ?)');
  const isMember = database.prepare('SELECT 1 FROM watch_members WHERE key = ?').pluck();
  const put = database.prepare(
    `UPDATE watch_members SET kind = :kind, dollars = :dollars, sender = :sender, recipient = :recipient
     WHERE key = :key`,
  );
  const move = database.prepare(
    'UPDATE watch_members SET day = :day, time = :time WHERE key = :key AND time <> :time',
  );

  function numberOf(address: string | null): number | null {
    if (address === null) return null;
    const key = walletKey(address);
    return Number(findNumber.get(key) ?? addAddress.run(key, address).lastInsertRowid);
  }

  function read(key: number): MemberFacts {
    const [dollars, from, to, time, slug, token] = rowSchema.parse(find.get(key));
    const movement = movementOf({ slug, from, to, token });
    return {
      key,
      day: Math.floor(time / dayMs),
      time,
      kind: storedKinds.indexOf(movement.kind),
      dollars,
      sender: numberOf(movement.from),
      recipient: numberOf(movement.to),
    };
  }

  return {
    of: read,
    observer: {
      added: () => undefined,
      changed(key) {
        if (isMember.get(key) === undefined) return;
        const { day, time, ...facts } = read(key);
        put.run(facts);
        move.run({ key, day, time });
      },
    } satisfies RowObserver,
  };
}

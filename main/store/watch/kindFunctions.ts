import {
  kindOfParties,
  kindOfType,
  type TransactionKind,
} from '../../../preload/contract/transactionKinds.ts';
import type { SqlDatabase } from '../query/database.ts';

/** Adds to a database the functions that tell mints and burns, as `transactionKinds.ts` does. */
export function installKinds(database: SqlDatabase): void {
  const options = { deterministic: true, directOnly: true };
  database.function('rwa_kind_of_type', options, (slug) => kindOfType(textOf(slug)));
  database.function('rwa_kind_of_parties', options, (from, to, token) =>
    kindOfParties({ from: textOf(from), to: textOf(to) }, textOf(token)),
  );
}

/** The kind of the transaction in the row `r` with the body `b`, as SQL. */
export const rowKindSql = `coalesce(rwa_kind_of_type(b.content ->> '$.transaction_type.slug'),
  rwa_kind_of_parties(r."from_address", r."to_address", b.content ->> '$.token.address'))`;

/** The same of the values that the SQL reads. */
export function kindOfRow(row: Readonly<Record<'slug' | 'from' | 'to' | 'token', unknown>>): TransactionKind {
  const parties = { from: textOf(row.from), to: textOf(row.to) };
  return kindOfType(textOf(row.slug)) ?? kindOfParties(parties, textOf(row.token));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

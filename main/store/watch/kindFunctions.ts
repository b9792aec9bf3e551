import { kindOfParties, kindOfType } from '../../../preload/contract/transactionKinds.ts';
import type { SqlDatabase } from '../query/database.ts';

/** Adds to a database the functions that tell mints and burns, as `transactionKinds.ts` does. */
export function installKinds(database: SqlDatabase): void {
  // A view calls them.
  const options = { deterministic: true, directOnly: false };
  database.function('rwa_kind_of_type', options, (slug) => kindOfType(textOf(slug)));
  database.function('rwa_kind_of_parties', options, (from, to, token) =>
    kindOfParties({ from: textOf(from), to: textOf(to) }, textOf(token)),
  );
}

/** The kind that the type in the body of a transaction says, as SQL; null where it has none. */
export function kindSql(content: string): string {
  return `rwa_kind_of_type(${content} ->> '$.transaction_type.slug')`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

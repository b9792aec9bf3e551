import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Filter } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import {
  kindOfParties,
  kindOfType,
  type TransactionKind,
} from '../../../preload/contract/transactionKinds.ts';
import type { KnownTransactions } from '../../../preload/contract/wallets.ts';
import { cachedFields, cacheTable } from '../cache/resourceTables.ts';
import { countedOnce } from '../cache/writing/twins.ts';
import { compileWhere } from '../query/compile.ts';
import { cancelCheck } from '../query/functions.ts';

const text = z.string().nullable();
const id = z.union([z.string(), z.number()]).nullable();
const number = z.number().nullable();
/** No figure is what no double holds. */
const figure = number.catch(null);
/** What stands where a name or an address should is shown as it is. */
const anyText = z.union([z.string(), z.number().transform(String)]).nullable();
const moveSchema = z.tuple([number, number, text, text, id, figure, figure, z.number()]);
const tokenSchema = z.object({ slug: anyText, address: anyText, network: anyText, asset: anyText });

/** One cached transaction. */
export interface Move {
  /** In milliseconds since 1970 UTC. */
  readonly at: number | null;
  /** As the service writes them, also where they stand for nobody: see `kind`. */
  readonly sender: string | null;
  readonly recipient: string | null;
  /** Nobody sends a mint, and nobody receives a burn. */
  readonly kind: TransactionKind;
  readonly tokenId: string | number | null;
  readonly token: MovedToken;
  /** In token units; 0 where it is not known. */
  readonly amount: number;
  readonly hasAmount: boolean;
  /** In US dollars; 0 where it is not known. */
  readonly dollars: number;
  readonly hasDollars: boolean;
}

export interface MovedToken {
  readonly address: string | null;
  readonly network: string | null;
  /** The name of the asset behind it. */
  readonly asset: string | null;
}

interface Passed {
  readonly totals: Omit<KnownTransactions, 'completeAsOf'>;
  /** One for each body: tokens may repeat. */
  readonly tokens: readonly MovedToken[];
}

/**
 * Passes once over the cached transactions that match a filter, in no order, and returns what is counted of any. What a body says of
 * kind and token is read once for all that share it.
 */
export function makeMovePass(
  database: Database.Database,
): (filter: Filter, visit: (move: Move) => void) => Passed {
  const table = cacheTable(resources.transactions);
  const readToken = database.prepare(
    `SELECT content ->> '$.transaction_type.slug' AS slug, content ->> '$.token.address' AS address,
       content ->> '$.token.network_name' AS network, content ->> '$.asset.name' AS asset
     FROM ${table.bodies} WHERE key = ?`,
  );

  return (filter, visit) => {
    const compiled = compileWhere(table, filter, cachedFields(database));
    const { where, parameters, twins } = countedOnce(database, table, compiled);
    const moves = database
      .prepare(
        `SELECT r."timestamp", r."date", r."from_address", r."to_address", r."token_id", r."amount", r."usd_amount", r._body
         FROM ${table.name} r WHERE ${cancelCheck} AND ${where}`,
      )
      .raw();
    const tokens = new Map<number, MovedToken & { kind: TransactionKind | null }>();
    const tokenOf = (body: number): MovedToken & { kind: TransactionKind | null } => {
      const { slug, ...token } = tokenSchema.parse(readToken.get(body));
      const made = { ...token, kind: kindOfType(slug === '' ? null : slug) };
      tokens.set(body, made);
      return made;
    };
    let transactions = 0;
    let unpriced = 0;
    let firstAt = Infinity;
    let lastAt = -Infinity;
    for (const row of moves.iterate(parameters)) {
      const [time, date, from, to, tokenId, amount, dollars, body] = moveSchema.parse(row);
      const token = tokens.get(body) ?? tokenOf(body);
      const at = time ?? date;
      transactions += 1;
      unpriced += Number(dollars === null);
      if (at !== null) {
        firstAt = Math.min(firstAt, at);
        lastAt = Math.max(lastAt, at);
      }
      const [sender, recipient] = [from === '' ? null : from, to === '' ? null : to];
      const kind = token.kind ?? kindOfParties({ from: sender, to: recipient }, token.address);
      visit({
        at,
        sender,
        recipient,
        kind,
        tokenId,
        token,
        amount: amount ?? 0,
        hasAmount: amount !== null,
        dollars: dollars ?? 0,
        hasDollars: dollars !== null,
      });
    }
    return {
      totals: {
        transactions,
        unpriced,
        ...(twins && { twins }),
        firstAt: Number.isFinite(firstAt) ? firstAt : null,
        lastAt: Number.isFinite(lastAt) ? lastAt : null,
      },
      tokens: [...tokens.values()],
    };
  };
}

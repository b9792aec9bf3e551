import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs } from '../../preload/contract/days.ts';
import type { Filter } from '../../preload/contract/query.ts';
import { resources } from '../../preload/contract/resources.ts';
import { movementOf } from '../../preload/contract/transactionKinds.ts';
import { walletKey } from '../../preload/contract/walletAddresses.ts';
import type { KnownTransactions, TokenPosition } from '../../preload/contract/wallets.ts';
import { cachedFields, cacheTable } from '../store/records/resourceTables.ts';
import { countedOnce } from '../store/records/twins.ts';
import { compileWhere } from '../store/query/compile.ts';
import { cancelCheck } from '../store/query/functions.ts';
import { MovementSums, Positions } from './sums.ts';

const text = z.string().nullable();
const id = z.union([z.string(), z.number()]).nullable();
const number = z.number().nullable();
/** Null for numbers beyond a double. */
const figure = number.catch(null);
const moveSchema = z.tuple([number, text, text, id, figure, figure, z.number()]);
/** A name or address that is a number is shown as text. */
const anyText = z.union([z.string(), z.number().transform(String)]).nullable();
const tokenSchema = z.object({ slug: z.unknown(), address: anyText, network: anyText, asset: anyText });

type MovedToken = z.infer<typeof tokenSchema>;

/** Numbers texts from 1, and remembers the first spelling of each. */
class Numbers {
  readonly #byKey = new Map<string, number>();
  /** Cache by spelling, so that most rows need no key. */
  readonly #bySpelling = new Map<string, number>();
  readonly #texts = [''];

  of(spelling: string): number {
    const known = this.#bySpelling.get(spelling);
    if (known !== undefined) return known;
    const key = walletKey(spelling);
    const made = this.#byKey.get(key) ?? this.#texts.push(spelling) - 1;
    this.#byKey.set(key, made);
    this.#bySpelling.set(spelling, made);
    return made;
  }

  text(one: number): string {
    return this.#texts[one] ?? '';
  }
}

/** Sums of cached transactions that match a filter. */
export interface Added {
  readonly totals: Omit<KnownTransactions, 'completeAsOf'>;
  readonly sums: MovementSums;
  readonly addressOf: (party: number) => string;
  /** Amounts of each token that the own address received and sent. */
  readonly positions: readonly TokenPosition[];
  /** One per body: tokens may repeat. */
  readonly tokens: readonly MovedToken[];
}

/** One pass, from the view of `own`. Reads a body's token once for all transactions that share it. */
export function makeMovePass(database: Database.Database): (filter: Filter, own: string | null) => Added {
  const table = cacheTable(resources.transactions);
  const readToken = database.prepare(
    `SELECT content ->> '$.transaction_type.slug' AS slug, content ->> '$.token.address' AS address,
       content ->> '$.token.network_name' AS network, content ->> '$.asset.name' AS asset
     FROM ${table.bodies} WHERE key = ?`,
  );

  return (filter, own) => {
    const compiled = compileWhere(table, filter, cachedFields(database));
    const { where, parameters, twins } = countedOnce(database, table, compiled);
    const moves = database
      .prepare(
        `SELECT coalesce(r."timestamp", r."date"), r."from_address", r."to_address", r."token_id", r."amount", r."usd_amount", r._body
         FROM ${table.name} r WHERE ${cancelCheck} AND ${where}`,
      )
      .raw();
    const tokens = new Map<number, MovedToken>();
    const parties = new Numbers();
    const sums = new MovementSums(own === null ? null : new Set([parties.of(own)]));
    const positions = new Map<
      string,
      { number: number; tokenId: TokenPosition['tokenId']; token: MovedToken }
    >();
    const ofTokens = new Positions();
    const partyOf = (address: string | null): number | null =>
      address === null ? null : parties.of(address);
    let firstAt = Infinity;
    let lastAt = -Infinity;
    for (const row of moves.iterate(parameters)) {
      const [at, from, to, tokenId, amount, dollars, body] = moveSchema.parse(row);
      const token = tokens.get(body) ?? tokenSchema.parse(readToken.get(body));
      tokens.set(body, token);
      if (at !== null) {
        firstAt = Math.min(firstAt, at);
        lastAt = Math.max(lastAt, at);
      }
      const { kind, ...moved } = movementOf({ slug: token.slug, from, to, token: token.address });
      const movement = {
        day: at === null ? null : Math.floor(at / dayMs),
        kind,
        sender: partyOf(moved.from),
        recipient: partyOf(moved.to),
        amount,
        dollars,
      };
      const way = sums.add(movement);
      if (own === null) continue;
      const key = String(tokenId ?? token.address);
      const position = positions.get(key) ?? { number: positions.size, tokenId, token };
      positions.set(key, position);
      ofTokens.add(position.number, way, movement);
    }
    const { count, unpriced } = sums.all;
    return {
      totals: {
        transactions: count,
        unpriced,
        ...(twins && { twins }),
        firstAt: Number.isFinite(firstAt) ? firstAt : null,
        lastAt: Number.isFinite(lastAt) ? lastAt : null,
      },
      sums,
      addressOf: (party) => parties.text(party),
      positions: [...positions.values()].map((position) => ({
        tokenId: position.tokenId,
        name: position.token.asset ?? 'Unknown token',
        network: position.token.network ?? '',
        ...ofTokens.of(position.number),
      })),
      tokens: [...tokens.values()],
    };
  };
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import { dayMs, dayText } from '../../../preload/contract/days.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { walletKey, walletSpellings } from '../../../preload/contract/walletAddresses.ts';
import { walletFilter, type TokenPosition, type Wallet } from '../../../preload/contract/wallets.ts';
import type { Flow } from '../../../preload/contract/watchlists.ts';
import { cachedFields } from '../cache/cachedFields.ts';
import { cacheTable } from '../cache/resourceTables.ts';
import { compileWhere } from '../query/compile.ts';

import { cancelCheck } from '../query/functions.ts';
import { installKinds, kindSql } from './kindFunctions.ts';

/** Counterparties that are listed: the largest. */
const maxCounterparties = 200;

const text = z.string().nullable();
const id = z.union([z.string(), z.number()]).nullable();
const number = z.number().nullable();
const moveSchema = z.tuple([number, number, text, text, id, number, number, z.number()]);
const tokenSchema = z.object({ kind: text, address: text, network: text, asset: text });
const kindSchema = z.enum(['mint', 'burn', 'other']);

/** Adds numbers and carries the error of each addition along. Rule: Neumaier, a compensated sum. */
class Sum {
  #sum = 0;
  #error = 0;

  add(value: number): void {
    const next = this.#sum + value;
    this.#error +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
  }

  get value(): number {
    return this.#sum + this.#error;
  }
}

interface Sides {
  in: Sum;
  out: Sum;
  ins: number;
  outs: number;
}

const noSides = (): Sides => ({ in: new Sum(), out: new Sum(), ins: 0, outs: 0 });

/** Adds a movement to the sides it has. */
function addTo(sides: Sides, amount: number, { isIn, isOut }: { isIn: boolean; isOut: boolean }): void {
  if (isIn) sides.in.add(amount);
  if (isOut) sides.out.add(amount);
  sides.ins += Number(isIn);
  sides.outs += Number(isOut);
}

/**
 * Sums up the cached transactions from and to an address. One pass over its rows: what a body says of kind and token is read once for all
 * that share it.
 */
export function makeWalletReader(
  database: Database.Database,
): (address: string) => Omit<Wallet, 'completeAsOf'> {
  const table = cacheTable(resources.transactions);
  installKinds(database);
  const readToken = database.prepare(
    `SELECT ${kindSql('content')} AS kind, content ->> '$.token.address' AS address,
       content ->> '$.token.network_name' AS network, content ->> '$.asset.name' AS asset
     FROM ${table.bodies} WHERE key = ?`,
  );
  const kindOfParties = database.prepare('SELECT rwa_kind_of_parties(?, ?, ?)').pluck();

  return (address) => {
    const { where, parameters } = compileWhere(table, walletFilter(address), cachedFields(database));
    const moves = database
      .prepare(
        `SELECT r."timestamp", r."date", r."from_address", r."to_address", r."token_id", r."amount", r."usd_amount", r._body
         FROM ${table.name} r WHERE ${cancelCheck} AND ${where}`,
      )
      .raw();
    const own = new Set(walletSpellings(address));
    const tokens = new Map<number, z.infer<typeof tokenSchema>>();
    const positions = new Map<string, Sides & { token: TokenName; dollars: Sum; transactions: number }>();
    const days = new Map<number, Sides & { dollars: Sum }>();
    const others = new Map<string, Sides & { address: string }>();
    let transactions = 0;
    let unpriced = 0;
    let firstAt = Infinity;
    let lastAt = -Infinity;

    for (const row of moves.iterate(parameters)) {
      const [time, date, sender, recipient, tokenId, amount, dollars, body] = moveSchema.parse(row);
      const token = tokens.get(body) ?? tokenSchema.parse(readToken.get(body));
      tokens.set(body, token);
      const isIn = recipient !== null && own.has(recipient);
      const isOut = sender !== null && own.has(sender);
      const sides = { isIn, isOut };
      const at = time ?? date;
      transactions += 1;
      unpriced += Number(dollars === null);
      if (at !== null) {
        firstAt = Math.min(firstAt, at);
        lastAt = Math.max(lastAt, at);
        const dayOfMove = Math.floor(at / dayMs);
        const day = days.get(dayOfMove) ?? { ...noSides(), dollars: new Sum() };
        days.set(dayOfMove, day);
        addTo(day, dollars ?? 0, sides);
        day.dollars.add(dollars ?? 0);
      }
      const key = String(tokenId ?? token.address);
      const position = positions.get(key) ?? {
        ...noSides(),
        token: { tokenId, name: token.asset ?? 'Unknown token', network: token.network ?? '' },
        dollars: new Sum(),
        transactions: 0,
      };
      positions.set(key, position);
      addTo(position, amount ?? 0, sides);
      position.dollars.add((dollars ?? 0) * (Number(isIn) - Number(isOut)));
      position.transactions += 1;
      const kind = kindSchema.parse(token.kind ?? kindOfParties.get(sender, recipient, token.address));
      const other = isIn ? (kind === 'mint' ? null : sender) : kind === 'burn' ? null : recipient;
      if (other === null || isIn === isOut) continue;
      const flows = others.get(walletKey(other)) ?? { ...noSides(), address: other };
      others.set(walletKey(other), flows);
      addTo(flows, dollars ?? 0, sides);
    }
    return {
      transactions,
      unpriced,
      firstAt: transactions === 0 ? null : finite(firstAt),
      lastAt: transactions === 0 ? null : finite(lastAt),
      networks: [...new Set([...tokens.values()].flatMap(({ network }) => network ?? []))].sort(),
      positions: [...positions.values()]
        .map(({ token, dollars, transactions: count, ...sides }): TokenPosition => {
          const [received, sent] = [sides.in.value, sides.out.value];
          return {
            ...token,
            received,
            sent,
            net: received - sent,
            netDollars: dollars.value,
            transactions: count,
          };
        })
        .sort((a, b) => Math.abs(b.netDollars) - Math.abs(a.netDollars) || b.transactions - a.transactions),
      days: [...days]
        .sort(([a], [b]) => a - b)
        .map(([day, sides]) => ({
          day: dayText(day),
          dollars: sides.dollars.value,
          in: sides.in.value,
          out: sides.out.value,
        })),
      counterparties: [...others.values()]
        .map(({ address: other, ...sides }) => ({
          address: other,
          in: { count: sides.ins, dollars: sides.in.value } satisfies Flow,
          out: { count: sides.outs, dollars: sides.out.value } satisfies Flow,
        }))
        .sort((a, b) => b.in.dollars + b.out.dollars - a.in.dollars - a.out.dollars)
        .slice(0, maxCounterparties),
      counterpartyCount: others.size,
    };
  };
}

type TokenName = Pick<TokenPosition, 'tokenId' | 'name' | 'network'>;

function finite(moment: number): number | null {
  return Number.isFinite(moment) ? moment : null;
}

import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Filter } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { Sum, sumOf } from '../../../preload/contract/sum.ts';
import { walletKey, walletSpellings } from '../../../preload/contract/walletAddresses.ts';
import {
  tokenFilter,
  walletFilter,
  type FlowSide,
  type WalletFlows,
} from '../../../preload/contract/wallets.ts';
import { cachedFields, cacheTable } from '../cache/resourceTables.ts';
import { compileWhere } from '../query/compile.ts';
import { makeMovePass } from './cachedMoves.ts';

/** Addresses of a side that stand by themselves. */
const maxParties = 20;

export interface WalletFlowsRequest {
  readonly address: string;
  readonly tokenId?: string | number | undefined;
}

const oldestSchema = z.object({ fetchedAt: z.number(), request: z.string() });

/** Sums up what moved between an address and others, by dollars or by amounts of one token. */
export function makeWalletFlowReader(
  database: Database.Database,
): (subject: WalletFlowsRequest) => Omit<WalletFlows, 'completeAsOf'> {
  const passMoves = makeMovePass(database);
  const table = cacheTable(resources.transactions);

  return ({ address, tokenId }) => {
    const ofWallet = walletFilter({ address });
    const filter: Filter =
      tokenId === undefined ? ofWallet : { operator: 'and', filters: [ofWallet, tokenFilter(tokenId)] };
    const own = new Set(walletSpellings(address));
    const [senders, recipients] = [new SideSums(), new SideSums()];
    let [toItself, withoutFigure] = [0, 0];
    const { totals } = passMoves(filter, ({ sender, recipient, kind, ...move }) => {
      const [figure, hasFigure] =
        tokenId === undefined ? [move.dollars, move.hasDollars] : [move.amount, move.hasAmount];
      const isIn = recipient !== null && own.has(recipient);
      const isOut = sender !== null && own.has(sender);
      withoutFigure += Number(!hasFigure);
      if (isIn && isOut) toItself += 1;
      else if (isIn) senders.add(kind === 'mint' ? null : sender, figure);
      else if (isOut) recipients.add(kind === 'burn' ? null : recipient, figure);
    });
    const { where, parameters } = compileWhere(table, filter, cachedFields(database));
    const oldest = oldestSchema.safeParse(
      database
        .prepare(
          `SELECT min(f.at) AS fetchedAt, f.request FROM ${table.name} r JOIN fetches f ON f.key = r._fetch WHERE ${where}`,
        )
        .get(parameters),
    );
    return {
      senders: senders.value,
      recipients: recipients.value,
      transactions: totals.transactions,
      toItself,
      withoutFigure,
      ...(totals.twins && { twins: totals.twins }),
      oldest: oldest.success ? oldest.data : null,
    };
  };
}

/** Movements one way, by address. */
class SideSums {
  readonly #parties = new Map<string, { address: string; sum: Sum; transactions: number }>();
  readonly #nobody = { sum: new Sum(), transactions: 0 };

  /** Adds a movement from or to an address, or nobody. */
  add(address: string | null, figure: number): void {
    const party = address === null ? this.#nobody : this.#partyOf(address);
    party.sum.add(figure);
    party.transactions += 1;
  }

  #partyOf(address: string): { readonly sum: Sum; transactions: number } {
    const key = walletKey(address);
    const party = this.#parties.get(key) ?? { address, sum: new Sum(), transactions: 0 };
    this.#parties.set(key, party);
    return party;
  }

  get value(): FlowSide {
    const all = [...this.#parties.values()]
      .map(({ address, sum, transactions }) => ({ address, figure: sum.value, transactions }))
      .sort((a, b) => b.figure - a.figure || b.transactions - a.transactions);
    const rest = all.slice(maxParties);
    return {
      parties: all.slice(0, maxParties),
      others: {
        addresses: rest.length,
        figure: sumOf(rest.map(({ figure }) => figure)),
        transactions: rest.reduce((sum, { transactions }) => sum + transactions, 0),
      },
      nobody: { figure: this.#nobody.sum.value, transactions: this.#nobody.transactions },
    };
  }
}

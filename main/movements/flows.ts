import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Filter } from '../../preload/contract/query.ts';
import { resources } from '../../preload/contract/resources.ts';
import { sumOf } from '../../preload/contract/sum.ts';
import {
  tokenFilter,
  walletFilter,
  type FlowSide,
  type TokenFlow,
  type WalletFlows,
} from '../../preload/contract/wallets.ts';
import { cachedFields, cacheTable } from '../store/records/resourceTables.ts';
import { compileWhere } from '../store/query/compile.ts';
import { makeMovePass, type Added } from './pass.ts';
import { nobody } from './sums.ts';

const maxParties = 20;

export interface WalletFlowsRequest {
  readonly address: string;
  readonly tokenId?: string | number | undefined;
}

const oldestSchema = z.object({ fetchedAt: z.number(), request: z.string() });

/** Sums movements between an address and others, by dollars or by amounts of one token. */
export function makeWalletFlowReader(
  database: Database.Database,
): (subject: WalletFlowsRequest) => Omit<WalletFlows, 'completeAsOf'> {
  const addUp = makeMovePass(database);
  const table = cacheTable(resources.transactions);

  return ({ address, tokenId }) => {
    const ofWallet = walletFilter({ address });
    const filter: Filter =
      tokenId === undefined ? ofWallet : { operator: 'and', filters: [ofWallet, tokenFilter(tokenId)] };
    const added = addUp(filter, address);
    const { totals, sums } = added;
    const by = tokenId === undefined ? 'dollars' : 'amount';
    const { where, parameters } = compileWhere(table, filter, cachedFields(database));
    const oldest = oldestSchema.safeParse(
      database
        .prepare(
          `SELECT min(f.at) AS fetchedAt, f.request FROM ${table.name} r JOIN fetches f ON f.key = r._fetch WHERE ${where}`,
        )
        .get(parameters),
    );
    return {
      senders: sideOf(added, (party) => sums.parties.sent(party), by),
      recipients: sideOf(added, (party) => sums.parties.received(party), by),
      transactions: sums.involved.count,
      toItself: sums.involved.toItself,
      withoutFigure: tokenId === undefined ? sums.involved.unpriced : sums.involved.withoutAmount,
      ...(totals.twins && { twins: totals.twins }),
      oldest: oldest.success ? oldest.data : null,
    };
  };
}

function sideOf(
  { sums, addressOf }: Added,
  flowOf: (party: number) => TokenFlow,
  by: 'dollars' | 'amount',
): FlowSide {
  const movementOf = (party: number): { figure: number; transactions: number } => {
    const flow = flowOf(party);
    return { figure: flow[by], transactions: flow.count };
  };
  const all = sums.others
    .map((party) => ({ address: addressOf(party), ...movementOf(party) }))
    .filter(({ transactions }) => transactions > 0)
    .sort((a, b) => b.figure - a.figure || b.transactions - a.transactions);
  const rest = all.slice(maxParties);
  return {
    parties: all.slice(0, maxParties),
    others: {
      addresses: rest.length,
      figure: sumOf(rest.map(({ figure }) => figure)),
      transactions: rest.reduce((sum, { transactions }) => sum + transactions, 0),
    },
    nobody: movementOf(nobody),
  };
}

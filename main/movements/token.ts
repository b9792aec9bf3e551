import type Database from 'better-sqlite3';
import { netOf } from '../../preload/contract/sum.ts';
import { tokenFilter, type TokenActivity } from '../../preload/contract/wallets.ts';
import { makeMovePass } from './pass.ts';

const maxHolders = 200;

export function makeTokenReader(
  database: Database.Database,
): (id: string | number) => Omit<TokenActivity, 'completeAsOf'> {
  const addUp = makeMovePass(database);

  return (id) => {
    const { totals, sums, tokens, addressOf } = addUp(tokenFilter(id), null);
    const { mint: minted, burn: burned, other: transferred } = sums.flows;
    const positions = sums.parties
      .numbers()
      .map((number) => ({ address: addressOf(number), ...sums.parties.of(number) }));
    const [token] = tokens;
    return {
      ...totals,
      token: token === undefined ? null : { address: token.address, network: token.network },
      minted,
      burned,
      transferred,
      netMinted: {
        amount: netOf(minted.amount, burned.amount),
        dollars: netOf(minted.dollars, burned.dollars),
      },
      days: sums.days.map(({ day, dollars, ...of }) => ({ day, dollars, in: of.minted, out: of.burned })),
      holders: positions
        .toSorted((a, b) => b.net - a.net || b.transactions - a.transactions)
        .slice(0, maxHolders),
      holderCount: positions.filter(({ net }) => net > 0).length,
      addressCount: positions.length,
    };
  };
}

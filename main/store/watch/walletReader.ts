import type Database from 'better-sqlite3';
import { walletKey, walletSpellings } from '../../../preload/contract/walletAddresses.ts';
import {
  walletFilter,
  type TokenPosition,
  type Wallet,
  type WalletAddresses,
} from '../../../preload/contract/wallets.ts';
import type { Flow } from '../../../preload/contract/watchlists.ts';
import { makeMovePass } from './cachedMoves.ts';
import { DaySums, PositionSums, Sides } from './moveSums.ts';

/** Counterparties that are listed: the largest. */
const maxCounterparties = 200;

type TokenName = Pick<TokenPosition, 'tokenId' | 'name' | 'network'>;

/** Sums up the cached transactions from and to an address, or between a pair as its first address sees them. */
export function makeWalletReader(
  database: Database.Database,
): (addresses: WalletAddresses) => Omit<Wallet, 'completeAsOf'> {
  const passMoves = makeMovePass(database);

  return (addresses) => {
    const own = new Set(walletSpellings(addresses.address));
    const positions = new Map<string, { token: TokenName; sums: PositionSums }>();
    const days = new DaySums();
    const others = new Map<string, { address: string; sides: Sides }>();
    const { totals, tokens } = passMoves(
      walletFilter(addresses),
      ({ at, sender, recipient, kind, tokenId, token, amount, dollars }) => {
        const isIn = recipient !== null && own.has(recipient);
        const isOut = sender !== null && own.has(sender);
        const way = { isIn, isOut };
        days.add(at, dollars, way);
        const key = String(tokenId ?? token.address);
        const position = positions.get(key) ?? {
          token: { tokenId, name: token.asset ?? 'Unknown token', network: token.network ?? '' },
          sums: new PositionSums(),
        };
        positions.set(key, position);
        position.sums.add(amount, dollars, way);
        const other = isIn ? (kind === 'mint' ? null : sender) : kind === 'burn' ? null : recipient;
        if (other === null || isIn === isOut) return;
        const flows = others.get(walletKey(other)) ?? { address: other, sides: new Sides() };
        others.set(walletKey(other), flows);
        flows.sides.add(dollars, way);
      },
    );
    return {
      ...totals,
      networks: [...new Set(tokens.flatMap(({ network }) => network ?? []))].sort(),
      positions: [...positions.values()]
        .map(({ token, sums }) => ({ ...token, ...sums.value }))
        .sort((a, b) => Math.abs(b.netDollars) - Math.abs(a.netDollars) || b.transactions - a.transactions),
      days: days.value,
      counterparties: [...others.values()]
        .map(({ address: other, sides }) => ({
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

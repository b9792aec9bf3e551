import type Database from 'better-sqlite3';
import { walletKey } from '../../../preload/contract/walletAddresses.ts';
import { netOf, Sum } from '../../../preload/contract/sum.ts';
import { tokenFilter, type TokenActivity, type TokenFlow } from '../../../preload/contract/wallets.ts';
import { makeMovePass } from './cachedMoves.ts';
import { DaySums, PositionSums } from './moveSums.ts';

/** Addresses that are listed: those with the largest net position. */
const maxHolders = 200;

class FlowSums {
  readonly #amount = new Sum();
  readonly #dollars = new Sum();
  #count = 0;

  add(amount: number, dollars: number): void {
    this.#amount.add(amount);
    this.#dollars.add(dollars);
    this.#count += 1;
  }

  get value(): TokenFlow {
    return { count: this.#count, amount: this.#amount.value, dollars: this.#dollars.value };
  }
}

/** Sums up the cached transactions of a token: its mints, burns and transfers, and what each address received and sent of it. */
export function makeTokenReader(
  database: Database.Database,
): (id: string | number) => Omit<TokenActivity, 'completeAsOf'> {
  const passMoves = makeMovePass(database);

  return (id) => {
    const flows = { mint: new FlowSums(), burn: new FlowSums(), other: new FlowSums() };
    const days = new DaySums();
    const addresses = new Map<string, { address: string; sums: PositionSums }>();
    /** The same by each spelling that came, so that most rows need no key. */
    const spelled = new Map<string, PositionSums>();

    function sumsOf(address: string): PositionSums {
      const known = spelled.get(address);
      if (known !== undefined) return known;
      const key = walletKey(address);
      const entry = addresses.get(key) ?? { address, sums: new PositionSums() };
      addresses.set(key, entry);
      spelled.set(address, entry.sums);
      return entry.sums;
    }

    const { totals, tokens } = passMoves(
      tokenFilter(id),
      ({ at, sender, recipient, kind, amount, dollars }) => {
        flows[kind].add(amount, dollars);
        days.add(at, dollars, { isIn: kind === 'mint', isOut: kind === 'burn' });
        const from = kind === 'mint' || sender === null ? null : sumsOf(sender);
        const to = kind === 'burn' || recipient === null ? null : sumsOf(recipient);
        if (from === to) from?.add(amount, dollars, { isIn: true, isOut: true });
        else {
          from?.add(amount, dollars, { isIn: false, isOut: true });
          to?.add(amount, dollars, { isIn: true, isOut: false });
        }
      },
    );
    const [minted, burned, transferred] = [flows.mint.value, flows.burn.value, flows.other.value];
    const positions = [...addresses.values()].map(({ address, sums }) => ({ address, ...sums.value }));
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
      days: days.value,
      holders: positions
        .sort((a, b) => b.net - a.net || b.transactions - a.transactions)
        .slice(0, maxHolders),
      holderCount: positions.filter(({ net }) => net > 0).length,
      addressCount: positions.length,
    };
  };
}

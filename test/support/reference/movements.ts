import { dayOf, momentAt, numberAt, textAt, type RawRecord } from './answers.ts';
import { negative, plainDigits, plus, sumOf, type Exact } from './exact.ts';

/**
 * Movements in transactions of addresses, pairs of addresses, or tokens. Imports nothing of the product.
 *
 * Rules: field notes of the service, "Records", "Mints and burns" and "Solana transfers come twice".
 */

type MoveKind = 'mint' | 'burn' | 'other';

/** A transaction that counts. Mints have no sender, burns no recipient. */
export interface Move {
  readonly kind: MoveKind;
  readonly from: string | null;
  readonly to: string | null;
  readonly token: string | null;
  readonly amount: Exact | null;
  readonly dollars: Exact | null;
  readonly at: number | null;
}

/** Hexadecimal addresses ignore case. */
export function addressKey(address: string): string {
  return /^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address;
}

function isNobody(address: string | null, token: string | null): boolean {
  if (address === null || address === '' || /^0x0+$/i.test(address)) return true;
  if (token === null || address.startsWith('0x')) return false;
  return token === address || token.includes(`-${address}-`);
}

function kindOfMove(record: RawRecord, from: string | null, to: string | null): MoveKind {
  const slug = textAt(record, 'transaction_type.slug');
  if (slug !== null) return /mint/i.test(slug) ? 'mint' : /burn/i.test(slug) ? 'burn' : 'other';
  const token = textAt(record, 'token.address');
  const [noSender, noRecipient] = [isNobody(from, token), isNobody(to, token)];
  return noSender === noRecipient ? 'other' : noSender ? 'mint' : 'burn';
}

export function moveOf(record: RawRecord): Move {
  const party = (name: string): string | null => {
    const address = textAt(record, name);
    return address === null || address === '' ? null : addressKey(address);
  };
  const [from, to] = [party('from_address'), party('to_address')];
  const kind = kindOfMove(record, from, to);
  return {
    kind,
    from: kind === 'mint' ? null : from,
    to: kind === 'burn' ? null : to,
    token: textAt(record, 'token_id'),
    amount: numberAt(record, 'amount'),
    dollars: numberAt(record, 'usd_amount'),
    at: momentAt(record, 'timestamp') ?? momentAt(record, 'date'),
  };
}

/** Maps ids of token accounts' records to the owners' record that counts instead, or null if ambiguous. */
export function twinsAmong(records: readonly RawRecord[]): ReadonlyMap<string, string | null> {
  const read = records.flatMap((record) => {
    const id = textAt(record, 'id') ?? '';
    const [, network = '', hash = '', last = ''] =
      /^(\d+)-([^-_]+)-(\d+)$/.exec(id) ?? /^(\d+)_([^-_]+)_\d+_(\d+)$/.exec(id) ?? [];
    if (hash === '') return [];
    const amount = numberAt(record, 'amount');
    const token = textAt(record, 'token_id');
    return [{ id, isOwner: id.includes('_'), last, amount, token, transfer: `${network} ${hash}` }];
  });
  const twins = new Map<string, string | null>();
  const sameAmount = ({ transfer, amount }: (typeof read)[number]): string =>
    `${transfer} ${amount === null ? '' : plainDigits(amount)}`;
  for (const same of Map.groupBy(read, sameAmount).values()) {
    const accounts = same.filter(({ isOwner }) => !isOwner);
    const owner = same.find(({ isOwner }) => isOwner);
    if (owner === undefined) continue;
    for (const { id, last, amount, token } of accounts) {
      const isPair = same.length === 2 && amount !== null && last === owner.last && token === owner.token;
      twins.set(id, isPair ? owner.id : null);
    }
  }
  return twins;
}

/** Omits records of token accounts if their owners' records are present. */
export function counting(records: readonly RawRecord[], all = records): readonly RawRecord[] {
  const twins = twinsAmong(all);
  return records.filter((record) => typeof twins.get(textAt(record, 'id') ?? '') !== 'string');
}

/** Number and value of moves. */
export interface FlowSum {
  readonly count: number;
  readonly dollars: Exact;
  readonly amount: Exact;
}

export function flowOf(moves: readonly Move[]): FlowSum {
  return {
    count: moves.length,
    dollars: sumOf(moves.flatMap(({ dollars }) => dollars ?? [])),
    amount: sumOf(moves.flatMap(({ amount }) => amount ?? [])),
  };
}

/** Moves to and from a set of addresses. */
interface Sides {
  readonly in: FlowSum;
  readonly out: FlowSum;
}

export function sidesOf(moves: readonly Move[], own: ReadonlySet<string>): Sides {
  return {
    in: flowOf(moves.filter(({ to }) => to !== null && own.has(to))),
    out: flowOf(moves.filter(({ from }) => from !== null && own.has(from))),
  };
}

export function net({ in: came, out: went }: Sides, of: 'dollars' | 'amount'): Exact {
  return plus(came[of], negative(went[of]));
}

/** Moves among the set have no counterparty. */
export function counterparties(moves: readonly Move[], own: ReadonlySet<string>): ReadonlyMap<string, Sides> {
  const withOthers = moves.flatMap((move) => {
    const { from, to } = move;
    const [isIn, isOut] = [to !== null && own.has(to), from !== null && own.has(from)];
    const other = isIn ? from : to;
    return isIn === isOut || other === null ? [] : [{ other, move }];
  });
  const others = [...Map.groupBy(withOthers, ({ other }) => other)];
  return new Map(
    others.map(([other, its]) => [
      other,
      sidesOf(
        its.map(({ move }) => move),
        own,
      ),
    ]),
  );
}

/** Earliest first. */
export function byDay(moves: readonly Move[]): readonly (readonly [string, readonly Move[]])[] {
  const days = Map.groupBy(moves, ({ at }) => (at === null ? '' : dayOf(at)));
  days.delete('');
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

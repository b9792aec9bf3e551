import { counted } from './counted.ts';
import type { ResourceRecord } from './recordsText.ts';

/**
 * Solana transfers come twice: from a feed that names token accounts, with ids `2-<hash>-<n>`, and from one that names the wallets that own
 * them, with ids `2_<hash>_<m>_<n>`. Only the owner's record of a pair counts, or a transfer would be added up twice.
 *
 * Rule: service notes, "Records".
 */

/** The member that a record has here which came a second time: the id of the one that counts in its place. */
export const twinMember = 'twin_of';
export const twinDescription =
  'The record of the same transfer that counts in the place of this one, which names token accounts. Empty for records that count.';

/** A record as the service sent it, without the member that it has here. */
export function asSent(record: ResourceRecord): ResourceRecord {
  if (readFeedId(record.id)?.feed !== 'accounts') return record;
  const { [twinMember]: _, ...sent } = record;
  return sent;
}

/** Says to whoever sums transactions up in SQL how many of them are there a second time; short, for the line under a result. */
export function twinsInSql(twins: number): string {
  return `${counted(twins, 'transfer')} ${twins === 1 ? 'is a twin' : 'are twins'}: use ${twinMember} IS NULL.`;
}

/** How often transfers came twice among the records that figures are of. */
export interface Twins {
  /** Records that do not count, as their twin does. */
  readonly merged: number;
  /** Records that count, and may be the same transfers as others. */
  readonly unsure: number;
  /** Records of token accounts that count, since the filter or the days leave out the owner's record of the same transfer. */
  readonly cut: number;
}

/** What an id of a feed says. */
export interface FeedId {
  readonly network: string;
  readonly hash: string;
  readonly feed: 'accounts' | 'owners';
  /** The last number of the id. */
  readonly index: string;
}

/** Null for an id of any other form. */
export function readFeedId(id: unknown): FeedId | null {
  if (typeof id !== 'string') return null;
  const [, network, hash, index] =
    /^(\d+)-([^-_]+)-(\d+)$/.exec(id) ?? /^(\d+)_([^-_]+)_\d+_(\d+)$/.exec(id) ?? [];
  if (network === undefined || hash === undefined || index === undefined) return null;
  return { network, hash, feed: id.includes('_') ? 'owners' : 'accounts', index };
}

/** A record of a feed, with what it moved. */
export interface FeedRecord {
  readonly key: number;
  readonly id: unknown;
  readonly amount: number | null;
  readonly token: string | number | null;
}

/** A record of token accounts: `owner` is the key of the record that counts in its place, null where it may be the same as another. */
export interface Twin {
  readonly key: number;
  readonly owner: number | null;
}

/**
 * Finds the twins among the records of one transaction on one network: those of the same amount and the same last number of their ids. Where
 * several moved the same amount, or another number or token stands beside it, nobody can tell which belong together.
 */
export function findTwins(records: readonly FeedRecord[]): Twin[] {
  const read = records.flatMap((record) => {
    const id = readFeedId(record.id);
    return id === null ? [] : [{ ...record, ...id }];
  });
  return [...Map.groupBy(read, ({ amount }) => amount).values()].flatMap((same) => {
    const accounts = same.filter(({ feed }) => feed === 'accounts');
    const [account, owner] = [accounts[0], same.find(({ feed }) => feed === 'owners')];
    if (account === undefined || owner === undefined) return [];
    const isPair =
      same.length === 2 &&
      account.amount !== null &&
      account.index === owner.index &&
      account.token === owner.token;
    return accounts.map(({ key }) => ({ key, owner: isPair ? owner.key : null }));
  });
}

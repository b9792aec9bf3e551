import { counted } from './counted.ts';
import type { ResourceRecord } from './recordsText.ts';

/**
 * Solana transfers come twice: from a feed of token accounts, with ids `2-<hash>-<n>`, and one of owners,
 * with ids `2_<hash>_<m>_<n>`. Only the owner's record counts. Source: service notes, "Records".
 */

/** A member added to the duplicate: the id of the record that counts instead. */
export const twinMember = 'twin_of';
export const twinDescription =
  'The record of the same transfer that counts in the place of this one, which names token accounts. Empty for records that count.';

export function asSent(record: ResourceRecord): ResourceRecord {
  if (readFeedId(record.id)?.feed !== 'accounts') return record;
  const { [twinMember]: _, ...sent } = record;
  return sent;
}

export function twinsInSql(twins: number): string {
  return `${counted(twins, 'transfer')} ${twins === 1 ? 'is a twin' : 'are twins'}: use ${twinMember} IS NULL.`;
}

export interface Twins {
  readonly merged: number;
  /** Counted records that may be duplicates. */
  readonly unsure: number;
  /** Counted records of token accounts whose owner's record is outside the filter. */
  readonly cut: number;
}

interface FeedId {
  readonly network: string;
  readonly hash: string;
  readonly feed: 'accounts' | 'owners';
  readonly index: string;
}

export function readFeedId(id: unknown): FeedId | null {
  if (typeof id !== 'string') return null;
  const [, network, hash, index] =
    /^(\d+)-([^-_]+)-(\d+)$/.exec(id) ?? /^(\d+)_([^-_]+)_\d+_(\d+)$/.exec(id) ?? [];
  if (network === undefined || hash === undefined || index === undefined) return null;
  return { network, hash, feed: id.includes('_') ? 'owners' : 'accounts', index };
}

export interface FeedRecord {
  readonly key: number;
  readonly id: unknown;
  readonly amount: number | null;
  readonly token: string | number | null;
}

/** `owner` is the key of the record that counts; null if ambiguous. */
interface Twin {
  readonly key: number;
  readonly owner: number | null;
}

/** Equal amount and last number; several candidates, or another number or token, are ambiguous. */
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

import { z } from 'zod';
import { canonicalJson } from '../../../preload/contract/json.ts';

/** How a record that came again differs from what was read before. */
export interface Difference {
  readonly isChanged: boolean;
  /** By id, a service may send members that its lists leave out, or fewer members. */
  readonly isFuller: boolean;
  readonly isPoorer: boolean;
}

type Members = Readonly<Record<string, unknown>>;

export const noDifference: Difference = { isChanged: false, isFuller: false, isPoorer: false };

const membersSchema = z.record(z.string(), z.unknown());

/**
 * @param before the record as it was read, as JSON; null if it is damaged
 * @param isById true to compare only members that have a value in both
 */
export function differenceOf(before: string | null, record: Members, isById: boolean): Difference {
  if (before === null) return { ...noDifference, isChanged: true };
  const stored = membersSchema.parse(JSON.parse(before));
  if (!isById) return { ...noDifference, isChanged: canonicalJson(stored) !== canonicalJson(record) };
  const [inBoth, isFuller] = split(record, stored);
  const textOf = (members: Members): string =>
    canonicalJson(Object.fromEntries(inBoth.map((name) => [name, members[name]])));
  const isPoorer = split(stored, record)[1];
  return { isChanged: textOf(stored) !== textOf(record), isFuller, isPoorer };
}

/** Returns names of members with a value in both, and whether `one` has further ones. */
function split(one: Members, other: Members): [inBoth: string[], hasMore: boolean] {
  const named = Object.keys(one).filter((name) => hasValue(one, name));
  const inBoth = named.filter((name) => hasValue(other, name));
  return [inBoth, inBoth.length < named.length];
}

function hasValue(members: Members, name: string): boolean {
  return (members[name] ?? null) !== null;
}

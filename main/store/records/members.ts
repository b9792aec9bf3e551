import { z } from 'zod';
import { canonicalJson } from '../../../preload/contract/json.ts';

/** Members of a record, by name. */
export type Members = Readonly<Record<string, unknown>>;

const membersSchema = z.record(z.string(), z.unknown());

export function readMembers(text: string): Members {
  return membersSchema.parse(JSON.parse(text));
}

/** Names of the members that have a value in `one` and none in `other`. */
export function membersBeside(one: Members, other: Members): string[] {
  return Object.keys(one).filter((name) => hasValue(one, name) && !hasValue(other, name));
}

/** Whether the members that have a value in both are equal. */
export function areSameInBoth(one: Members, other: Members): boolean {
  const inBoth = Object.keys(one).filter((name) => hasValue(one, name) && hasValue(other, name));
  const textOf = (members: Members): string =>
    canonicalJson(Object.fromEntries(inBoth.map((name) => [name, members[name]])));
  return textOf(one) === textOf(other);
}

function hasValue(members: Members, name: string): boolean {
  return (members[name] ?? null) !== null;
}

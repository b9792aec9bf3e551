import { z } from 'zod';

/** Members of a record, by name. */
export type Members = Readonly<Record<string, unknown>>;

const membersSchema = z.record(z.string(), z.unknown());

export function readMembers(text: string): Members {
  return membersSchema.parse(JSON.parse(text));
}

/** Names of the members that have a value in `one` and none in `other`. */
export function membersBeside(one: Members, other: Members): string[] {
  return Object.keys(one).filter((name) => (one[name] ?? null) !== null && (other[name] ?? null) === null);
}

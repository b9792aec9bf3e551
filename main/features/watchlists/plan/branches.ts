import { canonicalJson } from '../../../../preload/contract/json.ts';
import { isGroup, type Filter, type Scalar } from '../../../../preload/contract/query.ts';
import type { PlanList } from './types.ts';

/**
 * Conditions of many lists, joined: those that differ only in the values of one field become one `in`.
 * Together they ask for all that the lists ask for, and for nothing else.
 */
export interface Branch {
  /** Equal for branches that could be one. */
  readonly key: string;
  /** All of them must hold, beside the choice. */
  readonly rest: readonly Filter[];
  /** A field that must have one of these values; null where the branch has no such field. */
  readonly choice: { readonly field: string; readonly runs: readonly Run[] } | null;
  /** The lists served, by their place; where there is a choice, all of its values together. */
  readonly lists: readonly number[];
}

/** Values that the same lists want. There are tens of thousands of wallets in all their spellings, so they are not looked at one by one. */
export interface Run {
  readonly values: readonly Scalar[];
  readonly lists: readonly number[];
}

/** A list with more alternatives than this is requested as it stands. */
const maxAlternatives = 16;

/** The fewest conditions that serve all lists. */
export function joinBranches(lists: readonly PlanList[]): Branch[] {
  const alternatives = lists.flatMap(({ filter }, index) =>
    alternativesOf(filter).flatMap((parts) => {
      const read = parts.map(readPart);
      // Nothing is one of no values.
      return read.some(({ choice }) => choice?.values.length === 0) ? [] : [{ index, parts: read }];
    }),
  );
  const everything = alternatives.filter(({ parts }) => parts.length === 0);
  if (everything.length > 0) {
    return [{ key: '', rest: [], choice: null, lists: unique(alternatives.map(({ index }) => index)) }];
  }
  const spread = spreadOf(alternatives);
  const drafts = new Map<string, Draft>();
  for (const { index, parts } of alternatives) addTo(drafts, index, parts, spread);
  return [...drafts.values()].map(branchOf);
}

/** One condition of an alternative; `choice` where it wants one of some values. */
interface Part {
  readonly filter: Filter;
  readonly choice: { readonly field: string; readonly values: readonly Scalar[] } | null;
}

/** A branch being made. */
interface Draft {
  readonly key: string;
  readonly rest: readonly Part[];
  readonly field: string | null;
  /** What each alternative chooses, each of one list. */
  readonly chosen: { readonly index: number; readonly values: readonly Scalar[] }[];
  readonly lists: Set<number>;
}

/** A filter as alternatives of which one must hold, each of conditions that must all hold. */
function alternativesOf(filter: Filter): Filter[][] {
  if (!isGroup(filter)) return [[filter]];
  if (filter.operator === 'or') {
    const found = filter.filters.flatMap(alternativesOf);
    return found.length > maxAlternatives ? [[filter]] : found;
  }
  let joined: Filter[][] = [[]];
  for (const member of filter.filters) {
    const further = alternativesOf(member);
    const isTooMany = joined.length * further.length > maxAlternatives;
    const chosenMembers = isTooMany ? [[member]] : further;
    joined = joined.flatMap((before) => chosenMembers.map((after) => [...before, ...after]));
  }
  return joined;
}

function readPart(filter: Filter): Part {
  if (isGroup(filter)) return { filter, choice: null };
  const { operator, field, value } = filter;
  // `equals null` has a meaning of its own, which `in` does not have.
  if (operator === 'equals' && value !== null && !Array.isArray(value))
    return { filter, choice: { field, values: [value] } };
  if (operator === 'in' && Array.isArray(value) && !value.includes(null))
    return { filter, choice: { field, values: value } };
  return { filter, choice: null };
}

interface Alternative {
  readonly index: number;
  readonly parts: readonly Part[];
}

/**
 * How many values there are of each field that is chosen by: lists differ most in the field with the most. It is not counted where
 * nothing is to be chosen between.
 */
function spreadOf(alternatives: readonly Alternative[]): ReadonlyMap<string, number> {
  const values = new Map<string, Set<Scalar>>();
  for (const { parts } of alternatives) {
    if (parts.filter(({ choice }) => choice !== null).length < 2) continue;
    for (const { choice } of parts) {
      if (choice === null) continue;
      const known = values.get(choice.field) ?? new Set();
      for (const value of choice.values) known.add(value);
      values.set(choice.field, known);
    }
  }
  return new Map([...values].map(([field, known]) => [field, known.size]));
}

function addTo(
  drafts: Map<string, Draft>,
  index: number,
  parts: readonly Part[],
  spread: ReadonlyMap<string, number>,
): void {
  const rank = ({ choice }: Part): number => (choice === null ? -1 : (spread.get(choice.field) ?? 0));
  const best = parts.reduce<Part | undefined>(
    (first, part) => (first === undefined || rank(part) > rank(first) ? part : first),
    undefined,
  );
  const widest = best?.choice === null ? undefined : best;
  const { rest, texts } = distinct(parts.filter((part) => part !== widest));
  const field = widest?.choice?.field ?? null;
  const key = `${field ?? ''} ${texts.join(' ')}`;
  const draft = drafts.get(key) ?? { key, rest, field, chosen: [], lists: new Set() };
  drafts.set(key, draft);
  draft.lists.add(index);
  if (widest?.choice) draft.chosen.push({ index, values: widest.choice.values });
}

function branchOf({ key, rest, field, chosen, lists }: Draft): Branch {
  const filters = rest.map(({ filter }) => filter);
  const choice = field === null ? null : { field, runs: runsOf(chosen) };
  return { key, rest: filters, choice, lists: [...lists] };
}

/** Each of the values once, in the order in which they appear. */
function runsOf(chosen: Draft['chosen']): Run[] {
  const all = chosen.flatMap(({ values }) => values);
  if (new Set(all).size === all.length)
    return chosen.map(({ index, values }) => ({ values, lists: [index] }));
  const listsOf = new Map<Scalar, readonly number[]>();
  for (const { index, values } of chosen) {
    const alone = [index];
    for (const value of values) {
      const known = listsOf.get(value);
      if (known === undefined) listsOf.set(value, alone);
      else if (known.at(-1) !== index) listsOf.set(value, [...known, index]);
    }
  }
  const runs: { values: Scalar[]; lists: readonly number[] }[] = [];
  for (const [value, lists] of listsOf) {
    const last = runs.at(-1);
    if (last?.lists === lists) last.values.push(value);
    else runs.push({ values: [value], lists });
  }
  return runs;
}

/** Each of the conditions once, in the order of their texts. */
function distinct(parts: readonly Part[]): { rest: Part[]; texts: string[] } {
  if (parts.length === 0) return { rest: [], texts: [] };
  const byText = new Map(parts.map((part) => [canonicalJson(part.filter), part]));
  const sorted = [...byText].sort(([a], [b]) => (a < b ? -1 : 1));
  return { rest: sorted.map(([, part]) => part), texts: sorted.map(([text]) => text) };
}

function unique(indexes: readonly number[]): number[] {
  return [...new Set(indexes)];
}

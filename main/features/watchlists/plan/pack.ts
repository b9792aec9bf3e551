import type { Filter, Scalar } from '../../../../preload/contract/query.ts';
import type { Branch, ChosenValue } from './branches.ts';
import { encodedTextBytes } from './encodedBytes.ts';

/** Some of a branch: what of it a list that may wait only so long needs. */
export interface Piece {
  readonly branch: Branch;
  readonly values: readonly ChosenValue[];
  readonly intervalMs: number;
}

/** What goes into one request. */
export interface Load {
  readonly pieces: readonly Piece[];
  readonly intervalMs: number;
}

/** A text that is equal for loads with the same filter. */
export function keyOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ branch, values }) => `${branch.key} ${JSON.stringify(values.map(({ value }) => value))}`)
    .join(' | ');
}

/** The filter of a load. */
export function filterOf(pieces: readonly Piece[]): Filter {
  const joined = new Map<string, { branch: Branch; values: Scalar[] }>();
  for (const { branch, values } of pieces) {
    const known = joined.get(branch.key) ?? { branch, values: [] };
    for (const { value } of values) known.values.push(value);
    joined.set(branch.key, known);
  }
  const filters = [...joined.values()].map(({ branch, values }) => filterOfBranch(branch, values));
  const [first] = filters;
  return filters.length === 1 && first !== undefined ? first : { operator: 'or', filters };
}

function filterOfBranch({ rest, choice }: Branch, values: readonly Scalar[]): Filter {
  const filters = choice === null ? rest : [choiceOf(choice.field, values), ...rest];
  const [first] = filters;
  return filters.length === 1 && first !== undefined ? first : { operator: 'and', filters: [...filters] };
}

function choiceOf(field: string, values: readonly Scalar[]): Filter {
  const [first] = values;
  return values.length === 1 && first !== undefined
    ? { operator: 'equals', field, value: first }
    : { operator: 'in', field, value: [...values] };
}

/** Bytes that a branch takes beside its values. */
function frameBytes({ rest, choice }: Branch): number {
  const filters = choice === null ? rest : [{ operator: 'equals', field: choice.field, value: [] }, ...rest];
  // With a comma before it, and as a member of a group.
  return encodedTextBytes(JSON.stringify({ operator: 'and', filters })) + 3;
}

/**
 * Loads pieces into as few requests of `maxBytes` as they take, those that may wait least first. A branch that is chosen by values
 * goes on in the next request where it does not fit; what has no values and is larger than a request gets one of its own.
 */
export function pack(pieces: readonly Piece[], maxBytes: number): Load[] {
  const loads: Load[] = [];
  let load: { pieces: Piece[]; bytes: number; frames: Set<string>; intervalMs: number } | null = null;

  const close = (): void => {
    if (load !== null && load.pieces.length > 0)
      loads.push({ pieces: load.pieces, intervalMs: load.intervalMs });
    load = null;
  };

  for (const piece of pieces) {
    const { branch, intervalMs } = piece;
    const frame = frameBytes(branch);
    let rest: readonly ChosenValue[] | null = piece.values;
    while (rest !== null) {
      load ??= { pieces: [], bytes: 0, frames: new Set(), intervalMs };
      const ofFrame = load.frames.has(branch.key) ? 0 : frame;
      const available = maxBytes - load.bytes - ofFrame;
      const { count, bytes } = fitting(rest, available);
      if ((available < 0 || (count === 0 && rest.length > 0)) && load.pieces.length > 0) {
        close();
        continue;
      }
      // What is larger than a request may be goes alone, and the service decides.
      const batch: readonly ChosenValue[] = rest.slice(0, Math.max(count, 1));
      load.pieces.push({ branch, values: batch, intervalMs });
      load.bytes += ofFrame + bytes;
      load.frames.add(branch.key);
      const left: readonly ChosenValue[] = rest.slice(batch.length);
      rest = left.length > 0 ? left : null;
      if (rest !== null) close();
    }
  }
  close();
  return loads;
}

/** How many of the values fit into so many bytes, and the bytes of these. */
function fitting(values: readonly ChosenValue[], available: number): { count: number; bytes: number } {
  let count = 0;
  let bytes = 0;
  for (const value of values) {
    if (bytes + value.bytes > available) break;
    bytes += value.bytes;
    count += 1;
  }
  return { count, bytes };
}

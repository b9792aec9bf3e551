import type { Filter, Scalar } from '../../../../preload/contract/query.ts';
import type { Branch, Run } from './branches.ts';
import { bytesOfEach, encodedBytes, encodedTextBytes } from './encodedBytes.ts';

/** Some of a branch: what of it a list that may wait only so long needs. */
export interface Piece {
  readonly branch: Branch;
  readonly runs: readonly Run[];
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
    .map(({ branch, runs }) => `${branch.key} ${JSON.stringify(runs.flatMap(({ values }) => values))}`)
    .join(' | ');
}

/** The filter of a load. */
export function filterOf(pieces: readonly Piece[]): Filter {
  const joined = new Map<string, { branch: Branch; values: Scalar[] }>();
  for (const { branch, runs } of pieces) {
    const known = joined.get(branch.key) ?? { branch, values: [] };
    for (const { values } of runs) known.values.push(...values);
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
    let rest: readonly MeasuredRun[] | null = piece.runs.map((run) => ({
      ...run,
      each: bytesOfEach(run.values),
    }));
    while (rest !== null) {
      load ??= { pieces: [], bytes: 0, frames: new Set(), intervalMs };
      const ofFrame = load.frames.has(branch.key) ? 0 : frame;
      const available = maxBytes - load.bytes - ofFrame;
      const isFirst = load.pieces.length === 0;
      const { runs, left, bytes } = split(rest, available, isFirst);
      if ((available < 0 || (runs.length === 0 && rest.length > 0)) && !isFirst) {
        close();
        continue;
      }
      load.pieces.push({ branch, runs, intervalMs });
      load.bytes += ofFrame + bytes;
      load.frames.add(branch.key);
      rest = left.length > 0 ? left : null;
      if (rest !== null) close();
    }
  }
  close();
  return loads;
}

const commaBytes = 3;

/** `each`: bytes of each of its values where they are all alike. */
interface MeasuredRun extends Run {
  readonly each: number | null;
}

/**
 * Divides values into those that fit into so many bytes and those that are left.
 * @param atLeastOne what is larger than a request may be goes alone, and the service decides
 */
function split(
  runs: readonly MeasuredRun[],
  available: number,
  atLeastOne: boolean,
): { runs: MeasuredRun[]; left: MeasuredRun[]; bytes: number } {
  let bytes = 0;
  for (const [at, run] of runs.entries()) {
    const { values } = run;
    const fitting = fitInto(run, available - bytes, atLeastOne && bytes === 0);
    bytes += fitting.bytes;
    if (fitting.count === values.length) continue;
    const [before, after] = [values.slice(0, fitting.count), values.slice(fitting.count)];
    return {
      runs: [...runs.slice(0, at), ...(fitting.count > 0 ? [{ ...run, values: before }] : [])],
      left: [{ ...run, values: after }, ...runs.slice(at + 1)],
      bytes,
    };
  }
  return { runs: [...runs], left: [], bytes };
}

/** How many values of a run fit. Tens of thousands of addresses are counted, not measured one by one. */
function fitInto(
  { values, each }: MeasuredRun,
  available: number,
  atLeastOne: boolean,
): { count: number; bytes: number } {
  if (each !== null) {
    const further = each + commaBytes;
    const fitting = Math.max(Math.floor(available / further), atLeastOne ? 1 : 0);
    const count = Math.min(values.length, fitting);
    return { count, bytes: count * further };
  }
  let bytes = 0;
  for (const [count, value] of values.entries()) {
    const further = encodedBytes(value) + commaBytes;
    if (bytes + further > available && !(atLeastOne && count === 0)) return { count, bytes };
    bytes += further;
  }
  return { count: values.length, bytes };
}

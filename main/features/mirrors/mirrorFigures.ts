import { canonicalJson } from '../../../preload/contract/json.ts';
import type { MirrorContent, MirrorFigures } from '../../../preload/contract/mirrors.ts';
import type { MirrorState } from './mirrorState.ts';
import type { MirrorDone, MirrorResult } from './runMirror.ts';
import { addDays } from './windows.ts';

/** What a mirror has done, summed up over its runs. */

export const noFigures: MirrorFigures = {
  read: 0,
  inserted: 0,
  changed: 0,
  gone: 0,
  requests: 0,
  upTo: null,
  comparedAt: null,
  updatedAt: null,
  planned: null,
  notes: [],
};

/** Returns the figures while a run is under way: those before it, and what it has done so far. */
export function figuresAfter(
  before: MirrorFigures,
  done: MirrorDone,
  { whole, upTo, comparedAt }: MirrorState,
): MirrorFigures {
  const { read, inserted, changed, gone, requests } = before;
  // Before everything has been read once, the days that are covered without a gap.
  const covered =
    comparedAt === null && typeof whole?.nextDay === 'string' ? addDays(whole.nextDay, -1) : upTo;
  return {
    ...before,
    read: read + done.read,
    inserted: inserted + done.inserted,
    changed: changed + done.changed,
    gone: gone + done.gone,
    requests: requests + done.requests,
    upTo: covered,
    comparedAt,
  };
}

/** Returns the figures after a run that ended well. */
export function figuresAtEnd(figures: MirrorFigures, result: MirrorResult, now: number): MirrorFigures {
  return { ...figures, upTo: result.upTo, updatedAt: now, notes: [...result.notes] };
}

/** Equal for mirrors of the same records in the same target: their figures are of one. */
export function subjectKey({ connectionId, resource, filter, address }: MirrorContent): string {
  return canonicalJson({ connectionId, resource, filter: filter ?? null, address });
}

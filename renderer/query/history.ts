import { canonicalJson } from '../../preload/contract/json.ts';

interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** Subject of the last change. Changes of one subject are undone together. */
  readonly last: string | null;
}

const maxStates = 200;

export function startHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], last: null };
}

/** `joins` names the subject of the change. Changes that are undone by another of their subject leave no step. */
export function record<Value>(
  history: History<Value>,
  present: Value,
  joins: string | null = null,
): History<Value> {
  if (present === history.present) return history;
  const joined = joins !== null && joins === history.last;
  const before = history.past.at(-1);
  if (joined && before !== undefined && canonicalJson(before) === canonicalJson(present))
    return { past: history.past.slice(0, -1), present, future: [], last: null };
  return {
    past: joined ? history.past : [...history.past, history.present].slice(-maxStates),
    present,
    future: [],
    last: joins,
  };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const before = history.past.at(-1);
  if (history.past.length === 0 || before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    last: null,
  };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [next, ...future] = history.future;
  if (history.future.length === 0 || next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, last: null };
}

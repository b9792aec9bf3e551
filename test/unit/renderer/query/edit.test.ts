import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../preload/contract/query.ts';
import {
  readFilter,
  writeFilter,
  type DraftNode,
  type FilterDraft,
} from '../../../../renderer/query/draft.ts';
import * as edit from '../../../../renderer/query/edit.ts';
import { record, redo, startHistory, undo } from '../../../../renderer/query/history.ts';

const is = (field: string): Filter => ({ operator: 'equals', field, value: 1 });
const tree: Filter = {
  operator: 'and',
  filters: [is('a'), { operator: 'or', filters: [is('b'), is('c')] }, is('d')],
};

/** The fields in brackets by groups: `a [b c] d`. */
function shape(draft: FilterDraft): string {
  const of = (nodes: readonly DraftNode[]): string =>
    nodes.map((node) => (node.kind === 'condition' ? node.field : `[${of(node.nodes)}]`)).join(' ');
  return of(draft.nodes);
}

function idOf(draft: FilterDraft, field: string): string {
  return edit.nodesOf(draft).find((node) => node.kind === 'condition' && node.field === field)?.id ?? '';
}

function groupOf(draft: FilterDraft): string {
  return edit.nodesOf(draft).find((node) => node.kind === 'group')?.id ?? '';
}

describe('a filter draft', () => {
  it('moves a node step by step, into groups and out of them', () => {
    let draft = readFilter(tree);
    const id = idOf(draft, 'a');
    const steps = Array.from({ length: 5 }, () => shape((draft = edit.step(draft, id, 'down'))));
    expect(steps).toEqual(['[a b c] d', '[b a c] d', '[b c a] d', '[b c] a d', '[b c] d a']);
    const back = Array.from({ length: 5 }, () => shape((draft = edit.step(draft, id, 'up'))));
    expect(back).toEqual(['[b c] a d', '[b c a] d', '[b a c] d', '[a b c] d', 'a [b c] d']);
    expect(writeFilter(draft)).toEqual(tree);
  });

  it('moves by dragging, and never a group into itself', () => {
    const draft = readFilter(tree);
    const group = groupOf(draft);
    expect(shape(edit.move(draft, idOf(draft, 'd'), group, 1))).toBe('a [b d c]');
    expect(shape(edit.move(draft, idOf(draft, 'b'), draft.id, 0))).toBe('b a [c] d');
    expect(shape(edit.move(draft, idOf(draft, 'a'), draft.id, 3))).toBe('[b c] d a');
    expect(edit.move(draft, group, group, 0)).toBe(draft);
    const wrapped = edit.wrap(draft, group, 'and');
    const inner = idOf(wrapped, 'b');
    expect(shape(wrapped)).toBe('a [[b c]] d');
    expect(edit.move(wrapped, groupOf(wrapped), edit.placeOf(wrapped, inner)?.group.id ?? '', 0)).toBe(
      wrapped,
    );
  });

  it('duplicates under new identities, wraps, dissolves and removes', () => {
    const draft = readFilter(tree);
    const doubled = edit.duplicate(draft, groupOf(draft));
    expect(shape(doubled)).toBe('a [b c] [b c] d');
    const ids = edit.nodesOf(doubled).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(shape(edit.unwrap(draft, groupOf(draft)))).toBe('a b c d');
    expect(writeFilter(edit.wrap(readFilter(is('a')), '', 'or'))).toEqual(is('a'));
    let left = draft;
    for (const node of draft.nodes) left = edit.remove(left, node.id);
    expect(writeFilter(left)).toBeUndefined();
  });

  it('writes a condition alone without a group around it, and two with one', () => {
    const empty = readFilter(undefined);
    const condition = (field: string): DraftNode => ({
      kind: 'condition',
      id: crypto.randomUUID(),
      field,
      operator: 'equals',
      value: 1,
      off: false,
    });
    const one = edit.insert(empty, empty.id, condition('a'));
    expect(writeFilter(one)).toEqual(is('a'));
    const two = edit.insert(one, one.id, condition('b'));
    expect(writeFilter(two)).toEqual({ operator: 'and', filters: [is('a'), is('b')] });
    expect(writeFilter(edit.setDisabled(two, idOf(two, 'a'), true))).toEqual(is('b'));
  });
});

describe('the history', () => {
  it('undoes and does again, the letters of one word at once', () => {
    let history = startHistory('');
    for (const text of ['u', 'us', 'usd']) history = record(history, text, 'value');
    history = record(history, 'usd, sorted');
    history = undo(history);
    expect(history.present).toBe('usd');
    history = undo(history);
    expect(history.present).toBe('');
    expect(undo(history)).toBe(history);
    history = redo(redo(history));
    expect(history.present).toBe('usd, sorted');
    expect(record(undo(history), 'other').future).toEqual([]);
  });

  it('has no step for letters that their box has undone', () => {
    let history = record(startHistory(''), 'a condition');
    for (const text of ['a condition: u', 'a condition: us', 'a condition'])
      history = record(history, text, 'value');
    expect(undo(history).present).toBe('');
  });
});

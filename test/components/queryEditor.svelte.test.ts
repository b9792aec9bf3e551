import { describe, expect, it } from 'vitest';
import type { Query } from '../../preload/contract/query.ts';
import { readFilter } from '../../renderer/query/draft.ts';
import { QueryEditor } from '../../renderer/query/queryEditor.svelte.ts';

const gold: Query = { filter: { operator: 'equals', field: 'name', value: 'Gold' } };
const silver: Query = { filter: { operator: 'equals', field: 'name', value: 'Silver' } };
const copper: Query = { filter: { operator: 'equals', field: 'name', value: 'Copper' } };

/** An editor, and the place in front of the user; null for another view. */
function opened(shown: Query | null): { editor: QueryEditor; go: (to: Query | null) => void } {
  let place = $state.raw(shown);
  const go = (to: Query | null): void => {
    place = to;
  };
  return { editor: new QueryEditor('assets', { computed: () => [], shown: () => place }), go };
}

const edit = (editor: QueryEditor, { filter }: Query): void => {
  editor.changeFilter(readFilter(filter));
};

describe('what is edited', () => {
  it('is the query of the place in front, without anything to undo', () => {
    const { editor, go } = opened(gold);
    expect(editor.query).toEqual(gold);
    go(silver);
    expect(editor).toMatchObject({ query: silver, isUnrun: false, canUndo: false });
  });

  it('stays with its place: another place has its own, and undo there returns to it', () => {
    const { editor, go } = opened(gold);
    edit(editor, silver);
    expect(editor).toMatchObject({ query: silver, isUnrun: true });
    go(copper);
    expect(editor).toMatchObject({ query: copper, isUnrun: false, canUndo: true, canRedo: false });
    go(gold);
    expect(editor).toMatchObject({ query: silver, isUnrun: true });
    go(copper);
    editor.undo();
    expect(editor).toMatchObject({ query: silver, isUnrun: true });
    editor.redo();
    expect(editor).toMatchObject({ query: copper, isUnrun: false });
  });

  it('is no longer the saved query it was opened from once the place asks for something else', () => {
    const { editor, go } = opened(gold);
    editor.open(silver, [], { id: '1', name: 'Silver' });
    editor.ran(silver);
    go(silver);
    expect(editor.opened).toMatchObject({ name: 'Silver' });
    expect(editor).toMatchObject({ query: silver, isUnrun: false });
    go(copper);
    expect(editor.opened).toBeNull();
    edit(editor, gold);
    expect(editor.opened).toBeNull();
  });

  it('is run from a place that was not edited as that place has it', () => {
    const { editor, go } = opened(gold);
    edit(editor, silver);
    go(copper);
    editor.ran(copper);
    expect(editor).toMatchObject({ query: copper, isUnrun: false });
  });

  it('stays while another view is in front', () => {
    const { editor, go } = opened(gold);
    edit(editor, silver);
    go(null);
    expect(editor).toMatchObject({ query: silver, isUnrun: true });
  });

  it('is replaced by the shown query when that is saved, and undo restores it', () => {
    const { editor } = opened(gold);
    edit(editor, silver);
    editor.take(gold);
    expect(editor).toMatchObject({ query: gold, isUnrun: false });
    editor.undo();
    expect(editor.query).toEqual(silver);
  });

  it('keeps its nodes while nothing changes, and conditions that are switched off at every place', () => {
    const { editor, go } = opened(gold);
    const [node] = editor.draft.filter.nodes;
    expect(editor.draft.filter.nodes[0]).toBe(node);
    const off = { ...readFilter(silver.filter), off: true };
    editor.changeFilter({
      ...editor.draft.filter,
      nodes: [...editor.draft.filter.nodes, ...off.nodes.map((one) => ({ ...one, off: true }))],
    });
    go(copper);
    expect(editor.draft.filter.nodes).toMatchObject([{ value: 'Copper' }, { value: 'Silver', off: true }]);
    expect(editor.query).toEqual(copper);
  });
});

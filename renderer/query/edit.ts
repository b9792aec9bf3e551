import type { DraftCondition, DraftGroup, DraftNode, FilterDraft } from './draft.ts';

/** Pure changes of a filter draft. Unknown ids change nothing. */

export interface Place {
  readonly group: DraftGroup;
  readonly index: number;
}

function findNode(draft: FilterDraft, id: string): DraftNode | undefined {
  return nodesOf(draft).find((node) => node.id === id);
}

/** Depth first, without the outermost group. */
export function nodesOf(group: DraftGroup): DraftNode[] {
  return group.nodes.flatMap((node) => [node, ...(node.kind === 'group' ? nodesOf(node) : [])]);
}

export function placeOf(group: DraftGroup, id: string): Place | undefined {
  const index = group.nodes.findIndex((node) => node.id === id);
  if (index >= 0) return { group, index };
  for (const node of group.nodes) {
    const place = node.kind === 'group' ? placeOf(node, id) : undefined;
    if (place !== undefined) return place;
  }
  return undefined;
}

export function changeCondition(
  draft: FilterDraft,
  id: string,
  change: Partial<Pick<DraftCondition, 'field' | 'operator' | 'value'>>,
): FilterDraft {
  return mapNode(draft, id, (node) => (node.kind === 'condition' ? [{ ...node, ...change }] : [node]));
}

/** Accepts the outermost group. */
export function changeOperator(draft: FilterDraft, id: string, operator: 'and' | 'or'): FilterDraft {
  if (id === draft.id) return { ...draft, operator };
  return mapNode(draft, id, (node) => (node.kind === 'group' ? [{ ...node, operator }] : [node]));
}

export function setDisabled(draft: FilterDraft, id: string, off: boolean): FilterDraft {
  return mapNode(draft, id, (node) => [{ ...node, off }]);
}

export function remove(draft: FilterDraft, id: string): FilterDraft {
  const left = mapNode(draft, id, () => []);
  return left.nodes.length === 0 ? { ...left, implied: true, operator: 'and' } : left;
}

export function duplicate(draft: FilterDraft, id: string): FilterDraft {
  return mapNode(draft, id, (node) => [node, withNewIds(node)]);
}

/** Appends by default. Accepts the outermost group. */
export function insert(draft: FilterDraft, groupId: string, node: DraftNode, index = Infinity): FilterDraft {
  const into = <G extends DraftGroup>(group: G): G => ({
    ...group,
    nodes: group.nodes.toSpliced(Math.min(index, group.nodes.length), 0, node),
  });
  if (groupId === draft.id) return into(draft);
  return mapNode(draft, groupId, (group) => [group.kind === 'group' ? into(group) : group]);
}

/** `index` counts the node at its old position. A node cannot move into itself. */
export function move(draft: FilterDraft, id: string, groupId: string, index: number): FilterDraft {
  const node = findNode(draft, id);
  const from = placeOf(draft, id);
  if (node === undefined || from === undefined || id === groupId) return draft;
  if (node.kind === 'group' && nodesOf(node).some((inner) => inner.id === groupId)) return draft;
  if (groupId !== draft.id && findNode(draft, groupId)?.kind !== 'group') return draft;
  const without = mapNode(draft, id, () => []);
  const shifted = from.group.id === groupId && from.index < index ? index - 1 : index;
  return insert(without, groupId, node, shifted);
}

/** Moves one visible step: past a condition, into or out of a group. */
export function step(draft: FilterDraft, id: string, direction: 'up' | 'down'): FilterDraft {
  const place = placeOf(draft, id);
  if (place === undefined) return draft;
  const { group, index } = place;
  const next = group.nodes[direction === 'up' ? index - 1 : index + 1];
  if (next === undefined) {
    const outer = placeOf(draft, group.id);
    if (outer === undefined) return draft;
    return move(draft, id, outer.group.id, direction === 'up' ? outer.index : outer.index + 1);
  }
  if (next.kind === 'group') return move(draft, id, next.id, direction === 'up' ? next.nodes.length : 0);
  return move(draft, id, group.id, direction === 'up' ? index - 1 : index + 2);
}

export function wrap(draft: FilterDraft, id: string, operator: 'and' | 'or'): FilterDraft {
  return mapNode(draft, id, (node) => [
    { kind: 'group', id: crypto.randomUUID(), operator, nodes: [node], off: false },
  ]);
}

export function unwrap(draft: FilterDraft, id: string): FilterDraft {
  return mapNode(draft, id, (node) => (node.kind === 'group' ? node.nodes : [node]));
}

function mapNode<G extends DraftGroup>(
  group: G,
  id: string,
  change: (node: DraftNode) => readonly DraftNode[],
): G {
  let changed = false;
  const nodes = group.nodes.flatMap((node): readonly DraftNode[] => {
    if (node.id === id) {
      changed = true;
      return change(node);
    }
    if (node.kind === 'condition') return [node];
    const inner = mapNode(node, id, change);
    changed ||= inner !== node;
    return [inner];
  });
  return changed ? { ...group, nodes } : group;
}

function withNewIds(node: DraftNode): DraftNode {
  return node.kind === 'condition'
    ? { ...node, id: crypto.randomUUID() }
    : { ...node, id: crypto.randomUUID(), nodes: node.nodes.map(withNewIds) };
}

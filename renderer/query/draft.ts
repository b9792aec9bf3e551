import {
  isGroup,
  type ConditionValue,
  type Filter,
  type Group,
  type Query,
} from '../../preload/contract/query.ts';

/**
 * What the builder edits: a query whose filter is a tree of nodes with identities, each of which can be switched off.
 * Reading a query and writing it again gives an equal query, whatever its operators, fields and values are.
 */

export interface DraftCondition {
  readonly kind: 'condition';
  readonly id: string;
  readonly field: string;
  readonly operator: string;
  readonly value: ConditionValue;
  /** Kept and not sent. */
  readonly off: boolean;
}

export interface DraftGroup {
  readonly kind: 'group';
  readonly id: string;
  /** As written; a group without one means `and`. */
  readonly operator: Group['operator'];
  readonly nodes: readonly DraftNode[];
  readonly off: boolean;
  /** Added in the builder: not written while it is empty, since an empty group has a meaning. */
  readonly added?: true;
}

export type DraftNode = DraftCondition | DraftGroup;

/** The outermost group. `implied`: it is not written while no more than one thing is in it. */
export interface FilterDraft extends DraftGroup {
  readonly implied: boolean;
}

export interface QueryDraft {
  readonly filter: FilterDraft;
  /** Everything else of the query, as it is. */
  readonly rest: Omit<Query, 'filter'>;
}

/** A filter that is switched off, and the written group it belongs to: the indexes of the groups from the outermost in. */
export interface DisabledFilter {
  readonly path: readonly number[];
  readonly filter: Filter;
}

export const emptyDraft: QueryDraft = { filter: readFilter(undefined), rest: {} };

export function readQuery(query: Query, off: readonly DisabledFilter[] = []): QueryDraft {
  const { filter, ...rest } = query;
  return { filter: withOff(readFilter(filter), off), rest };
}

export function writeQuery(draft: QueryDraft): Query {
  const filter = writeFilter(draft.filter);
  return filter === undefined ? { ...draft.rest } : { filter, ...draft.rest };
}

export function readFilter(filter: Filter | undefined): FilterDraft {
  if (filter !== undefined && isGroup(filter)) return { ...readGroup(filter), implied: false };
  return {
    kind: 'group',
    id: crypto.randomUUID(),
    operator: 'and',
    nodes: filter === undefined ? [] : [readNode(filter)],
    off: false,
    implied: true,
  };
}

/** What is sent: without what is switched off, and without groups that hold nothing else. */
export function writeFilter(draft: FilterDraft): Filter | undefined {
  const written = draft.nodes.flatMap(writeLive);
  if (draft.implied && written.length < 2) return written[0];
  if (written.length === 0 && draft.nodes.length > 0) return undefined;
  return asGroup(draft.operator, written);
}

/** A node as a filter with everything in it, switched off or not. */
function writeNode(node: DraftNode): Filter {
  return node.kind === 'condition'
    ? { operator: node.operator, field: node.field, value: copyOf(node.value) }
    : asGroup(node.operator, node.nodes.map(writeNode));
}

/** A filter as a node of its own. */
function readNode(filter: Filter): DraftNode {
  if (isGroup(filter)) return readGroup(filter);
  const { operator, field, value } = filter;
  return { kind: 'condition', id: crypto.randomUUID(), operator, field, value: copyOf(value), off: false };
}

/** What is switched off: each topmost such node, with where it belongs in what is written. */
export function disabledFilters(draft: FilterDraft): DisabledFilter[] {
  const off = offIn(draft, []);
  const live = draft.nodes.filter((node) => !isDisabled(node));
  // A group that stands alone in an implied one is written, and read again, as the outermost.
  const shifted = draft.implied && live.length === 1 && live[0]?.kind === 'group';
  return shifted ? off.map(({ path, filter }) => ({ path: path.slice(1), filter })) : off;
}

/** Puts filters that are switched off back; one whose group is no longer there goes into the outermost. */
function withOff(draft: FilterDraft, off: readonly DisabledFilter[]): FilterDraft {
  return off.reduce<FilterDraft>((into, { path, filter }) => {
    const node: DraftNode = { ...readNode(filter), off: true };
    return { ...into, ...(addAt(into, path, node) ?? addAt(into, [], node)) };
  }, draft);
}

/** True where nothing of the node is sent. */
export function isDisabled(node: DraftNode): boolean {
  return node.off || (node.kind === 'group' && node.nodes.length > 0 && node.nodes.every(isDisabled));
}

function readGroup({ operator, filters }: Group): DraftGroup {
  return { kind: 'group', id: crypto.randomUUID(), operator, nodes: filters.map(readNode), off: false };
}

function writeLive(node: DraftNode): Filter[] {
  if (isDisabled(node) || isUnused(node)) return [];
  return node.kind === 'condition'
    ? [writeNode(node)]
    : [asGroup(node.operator, node.nodes.flatMap(writeLive))];
}

/** True for a group that was added and has nothing in it but such groups. */
function isUnused(node: DraftNode): boolean {
  return node.kind === 'group' && node.added === true && node.nodes.every(isUnused);
}

function asGroup(operator: Group['operator'], filters: Filter[]): Group {
  return operator === undefined ? { filters } : { operator, filters };
}

function offIn(group: DraftGroup, path: readonly number[]): DisabledFilter[] {
  const live = group.nodes.filter((node) => !isDisabled(node));
  return group.nodes.flatMap((node) => {
    if (isDisabled(node)) return [{ path, filter: writeNode(node) }];
    return node.kind === 'group' ? offIn(node, [...path, live.indexOf(node)]) : [];
  });
}

/** Null where the path leads to no group. Indexes count what is written, which stands before what was added. */
function addAt<G extends DraftGroup>(group: G, path: readonly number[], node: DraftNode): G | null {
  const [index, ...further] = path;
  if (index === undefined) return { ...group, nodes: [...group.nodes, node] };
  const inner = group.nodes[index];
  if (inner?.kind !== 'group' || inner.off) return null;
  const changed = addAt(inner, further, node);
  return changed === null ? null : { ...group, nodes: group.nodes.with(index, changed) };
}

function copyOf(value: ConditionValue): ConditionValue {
  return Array.isArray(value) ? [...value] : value;
}

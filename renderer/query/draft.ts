import {
  isGroup,
  type ConditionValue,
  type Filter,
  type Group,
  type Query,
} from '../../preload/contract/query.ts';

/** The builder's query: a tree of nodes with ids, which can be disabled. Parsing and writing preserve it. */

export interface DraftCondition {
  readonly kind: 'condition';
  readonly id: string;
  readonly field: string;
  readonly operator: string;
  readonly value: ConditionValue;
  /** Kept but not sent. */
  readonly off: boolean;
}

export interface DraftGroup {
  readonly kind: 'group';
  readonly id: string;
  /** Absent means `and`. */
  readonly operator: Group['operator'];
  readonly nodes: readonly DraftNode[];
  readonly off: boolean;
  /** Created in the builder: not written while empty, since an empty group has a meaning. */
  readonly added?: true;
}

export type DraftNode = DraftCondition | DraftGroup;

/** `implied`: not written with fewer than two nodes. */
export interface FilterDraft extends DraftGroup {
  readonly implied: boolean;
}

export interface QueryDraft {
  readonly filter: FilterDraft;
  readonly rest: Omit<Query, 'filter'>;
}

/** `path` holds the indexes of written groups, outermost first. */
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

/** Omits disabled nodes, and groups that contain nothing else. */
export function writeFilter(draft: FilterDraft): Filter | undefined {
  const written = draft.nodes.flatMap(writeLive);
  if (draft.implied && written.length < 2) return written[0];
  if (written.length === 0 && draft.nodes.length > 0) return undefined;
  return asGroup(draft.operator, written);
}

function writeNode(node: DraftNode): Filter {
  return node.kind === 'condition'
    ? { operator: node.operator, field: node.field, value: copyOf(node.value) }
    : asGroup(node.operator, node.nodes.map(writeNode));
}

function readNode(filter: Filter): DraftNode {
  if (isGroup(filter)) return readGroup(filter);
  const { operator, field, value } = filter;
  return { kind: 'condition', id: crypto.randomUUID(), operator, field, value: copyOf(value), off: false };
}

export function disabledFilters(draft: FilterDraft): DisabledFilter[] {
  const off = offIn(draft, []);
  const live = draft.nodes.filter((node) => !isDisabled(node));
  // A single group in an implied one becomes the outermost.
  const shifted = draft.implied && live.length === 1 && live[0]?.kind === 'group';
  return shifted ? off.map(({ path, filter }) => ({ path: path.slice(1), filter })) : off;
}

/** A filter whose group is gone moves to the outermost. */
function withOff(draft: FilterDraft, off: readonly DisabledFilter[]): FilterDraft {
  return off.reduce<FilterDraft>((into, { path, filter }) => {
    const node: DraftNode = { ...readNode(filter), off: true };
    return { ...into, ...(addAt(into, path, node) ?? addAt(into, [], node)) };
  }, draft);
}

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

/** True for an added group that contains only such groups. */
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

/** Null without a group at the path. Indexes count written nodes, which precede added ones. */
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

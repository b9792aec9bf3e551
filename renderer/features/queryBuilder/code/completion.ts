import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { json, jsonLanguage } from '@codemirror/lang-json';
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { findBuilderField, type BuilderField } from '../../../query/fields.ts';
import { operatorLabel } from '../../../format/filter.ts';

export function queryLanguage(fields: () => readonly BuilderField[]): Extension {
  return [json(), jsonLanguage.data.of({ autocomplete: completeQuery(fields) })];
}

function completeQuery(fields: () => readonly BuilderField[]): CompletionSource {
  return (context) => proposalsAt(context, fields());
}

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

function proposalsAt(context: CompletionContext, fields: readonly BuilderField[]): CompletionResult | null {
  const { state, pos } = context;
  const node = syntaxTree(state).resolveInner(pos, -1);
  const word = context.matchBefore(/"?[\w.:-]*/);
  const from = node.name === 'String' || node.name === 'PropertyName' ? node.from : (word?.from ?? pos);
  if (from === pos && !context.explicit) return null;
  const to =
    node.name === 'String' || node.name === 'PropertyName' ? Math.min(node.to, lineEnd(state, pos)) : pos;
  const property = climb(node, 'Property');
  const isName =
    node.name === 'PropertyName' ||
    (property === null && climb(node, 'Object') !== null) ||
    isAfterBrace(node);
  const options = isName
    ? memberNames(state, node)
    : property === null
      ? []
      : values(state, nameOf(state, property), property, fields);
  return options.length === 0 ? null : { from, to, options, filter: true };
}

function memberNames(state: EditorState, node: Node): Completion[] {
  const object = climb(node, 'Object');
  const parent = object === null ? null : climb(object.parent, 'Property');
  const name = parent === null ? null : nameOf(state, parent);
  const isFilter = name === 'filter' || name === 'filters' || climb(object?.parent ?? null, 'Array') !== null;
  const names =
    name === 'sort'
      ? ['field', 'direction', 'thenBy']
      : name === 'pagination'
        ? ['page', 'perPage']
        : name === 'aggregate'
          ? ['groupBy', 'aggregateFunction', 'interval', 'mode']
          : isFilter
            ? ['field', 'operator', 'value', 'filters']
            : ['filter', 'sort', 'pagination', 'aggregate'];
  return names.map((one) => ({ label: JSON.stringify(one), apply: `${JSON.stringify(one)}: ` }));
}

function values(
  state: EditorState,
  name: string | null,
  property: Node,
  fields: readonly BuilderField[],
): Completion[] {
  const inSort = parentName(state, property) === 'sort';
  if (name === 'field') {
    return fields
      .filter((field) => (inSort ? field.sortable : field.filterable))
      .map((field) => ({ label: JSON.stringify(field.name), detail: field.label, info: field.description }));
  }
  if (name === 'direction') return [quoted('asc'), quoted('desc')];
  const { field } = findBuilderField(fields, siblingText(state, property, 'field') ?? '');
  if (name === 'operator') {
    if (sibling(property, state, 'filters') !== null) return [quoted('and'), quoted('or')];
    const names = field?.operators ?? [...new Set(fields.flatMap(({ operators }) => operators))];
    return [
      ...names.map((one) => ({ ...quoted(one), detail: operatorLabel(one) })),
      ...(field === undefined ? [quoted('and'), quoted('or')] : []),
    ];
  }
  if (name === 'value') {
    return (field?.options ?? []).map(({ value, label }) => ({
      label: JSON.stringify(value),
      detail: label,
    }));
  }
  return [];
}

function quoted(word: string): Completion {
  return { label: JSON.stringify(word) };
}

function climb(node: Node | null, name: string): Node | null {
  for (let at = node; at !== null; at = at.parent) {
    if (at.name === name) return at;
    if (at.name === 'Object' && name === 'Property') return null;
    if (at.name === 'Object' && name === 'Array') return null;
  }
  return null;
}

function isAfterBrace(node: Node): boolean {
  return node.name === '{' || node.name === 'Object';
}

function nameOf(state: EditorState, property: Node): string | null {
  const name = property.getChild('PropertyName');
  return name === null ? null : unquoted(state.sliceDoc(name.from, name.to));
}

function parentName(state: EditorState, property: Node): string | null {
  const outer = climb(property.parent?.parent ?? null, 'Property');
  return outer === null ? null : nameOf(state, outer);
}

function sibling(property: Node, state: EditorState, name: string): Node | null {
  const all = property.parent?.getChildren('Property') ?? [];
  return all.find((one) => nameOf(state, one) === name) ?? null;
}

function siblingText(state: EditorState, property: Node, name: string): string | null {
  const value = sibling(property, state, name)?.getChild('String') ?? null;
  return value === null ? null : unquoted(state.sliceDoc(value.from, value.to));
}

function unquoted(text: string): string {
  return text.replace(/^"|"$/g, '');
}

function lineEnd(state: EditorState, pos: number): number {
  return state.doc.lineAt(pos).to;
}

import {
  sortKeys,
  type Condition,
  type ConditionValue,
  type Scalar,
  type Sort,
  type SortKey,
} from '../../preload/contract/query.ts';
import { isComputedName } from '../../preload/contract/expressions/columns.ts';
import { addressProblem } from '../../preload/contract/walletAddresses.ts';
import { isDisabled, type DraftGroup, type DraftNode, type FilterDraft } from './draft.ts';
import { findBuilderField, fieldLabel, type BuilderField } from './fields.ts';
import { isMovingDate, templateName } from './templates.ts';
import { fullFigure } from '../format/numbers.ts';
import { inUnit, otherUnit } from '../format/typedNumbers.ts';
import { isDate, isListOperator, valueOf } from './valueEntry.ts';

/** Objections of metadata or service, by node id. The query can still be sent: metadata can be wrong. */
export type Problems = ReadonlyMap<string, readonly string[]>;

export const noProblems: Problems = new Map();

export const sortProblem = 'sort';

export function problemsOf(
  draft: FilterDraft,
  sort: Sort | undefined,
  fields: readonly BuilderField[],
): Problems {
  const problems = new Map<string, string[]>();
  for (const node of sentNodes(draft)) {
    const found = nodeProblems(node, fields);
    if (found.length > 0) problems.set(node.id, found);
  }
  const wrongSorts =
    sort === undefined ? [] : sortKeys(sort).flatMap((key) => sortSentence(key, fields) ?? []);
  if (wrongSorts.length > 0) problems.set(sortProblem, wrongSorts);
  return problems;
}

/** Without disabled nodes and all that is in them. */
function sentNodes(group: DraftGroup): DraftNode[] {
  return group.nodes.flatMap((node) =>
    isDisabled(node) ? [] : [node, ...(node.kind === 'group' ? sentNodes(node) : [])],
  );
}

function nodeProblems(node: DraftNode, fields: readonly BuilderField[]): string[] {
  if (node.kind === 'condition') return conditionProblems(node, fields);
  return node.nodes.length === 0 ? ['This group is empty, so everything matches it.'] : [];
}

const deletedColumn = 'This computed column was deleted. Choose another field.';

export function conditionProblems(
  { field: name, operator, value }: Condition,
  fields: readonly BuilderField[],
): string[] {
  if (name === '') return ['Choose a field.'];
  const { field: found, unit } = findBuilderField(fields, name);
  const field = found && { ...found, unit };
  if (field === undefined)
    return [isComputedName(name) ? deletedColumn : `The service has no field “${name}”.`];
  if (!field.filterable) return [`${field.label} cannot be used in a filter.`];
  if (field.operators.length > 0 && !field.operators.includes(operator)) {
    return [`The service does not offer “${operator}” for ${fieldLabel(fields, name)}.`];
  }
  const wrong = valueProblem(field, operator, value);
  return wrong === null ? [] : [wrong];
}

function valueProblem(field: BuilderField, operator: string, value: ConditionValue): string | null {
  if (isListOperator(operator)) {
    if (templateName(value) !== null) return null;
    if (!Array.isArray(value)) return 'Enter a list of values.';
    if (value.length === 0) return 'Enter at least one value.';
    return (
      value.map((scalar) => scalarProblem(field, operator, scalar)).find((wrong) => wrong !== null) ?? null
    );
  }
  if (Array.isArray(value)) {
    return field.operators.includes(operator) && operator !== 'equals' && operator !== 'notEquals'
      ? null
      : 'Enter one value, not a list.';
  }
  return scalarProblem(field, operator, value);
}

function scalarProblem(field: BuilderField, operator: string, value: Scalar): string | null {
  if (value === null || templateName(value) !== null) return null;
  if (value === '') return 'Enter a value.';
  const isPattern = valueOf(operator) === 'pattern';
  if (
    field.options.length > 0 &&
    !isPattern &&
    !field.options.some((option) => String(option.value) === String(value))
  ) {
    return `“${String(value)}” is not one of the values that the service lists for ${field.label}.`;
  }
  if (field.kind === 'number' && (typeof value === 'boolean' || Number.isNaN(Number(value)))) {
    const other = otherUnit(String(value), field.unit);
    return other === ''
      ? `“${String(value)}” is not a number such as ${fullFigure(1234.5)}.`
      : `${other}Enter a number${inUnit(field.unit)}.`;
  }
  if (
    field.kind === 'date' &&
    !isPattern &&
    !isMovingDate(value) &&
    !(typeof value === 'string' && isDate(value))
  ) {
    return `“${String(value)}” is not a date such as 2026-01-31.`;
  }
  const noAddress = field.address && !isPattern ? addressProblem(String(value)) : null;
  if (noAddress !== null) return noAddress;
  if (field.kind === 'boolean' && typeof value !== 'boolean') return 'Choose yes or no.';
  return null;
}

function sortSentence(sort: SortKey, fields: readonly BuilderField[]): string | null {
  const { field } = findBuilderField(fields, sort.field);
  if (field === undefined)
    return isComputedName(sort.field)
      ? deletedColumn
      : `The service has no field “${sort.field}” to sort by.`;
  return field.sortable ? null : `${field.label} cannot be used to sort.`;
}

const named = /(?:field|sort field)\s+['"“]([^'"”]+)['"”]/i;
const namedOperator = /operator\s+['"“]([^'"”]+)['"”]/i;

/** Finds the node of a message such as `Invalid operator 'x' for field 'y'`. Empty if ambiguous. */
export function serviceProblems(message: string, draft: FilterDraft, sort: Sort | undefined): Problems {
  const field = named.exec(message)?.[1];
  const operator = namedOperator.exec(message)?.[1];
  const conditions = sentNodes(draft).filter((node) => node.kind === 'condition');
  const isMeant = (node: DraftNode): boolean =>
    node.kind === 'condition' &&
    (field === undefined || node.field === field || node.field.split(':')[0] === field) &&
    (operator === undefined || node.operator === operator);
  if (field === undefined && operator === undefined) {
    const mentioned = conditions.filter((node) => node.kind === 'condition' && mentions(message, node.field));
    return new Map(mentioned.map(({ id }) => [id, [message]]));
  }
  const meant = conditions.filter(isMeant);
  if (/sort/i.test(message) && field !== undefined && sort?.field === field) {
    return new Map([[sortProblem, [message]]]);
  }
  return new Map(meant.map(({ id }) => [id, [message]]));
}

export function joinProblems(first: Problems, second: Problems): Problems {
  const joined = new Map(first);
  for (const [id, sentences] of second) {
    joined.set(id, [
      ...(joined.get(id) ?? []),
      ...sentences.filter((one) => joined.get(id)?.includes(one) !== true),
    ]);
  }
  return joined;
}

function mentions(message: string, field: string): boolean {
  const at = field.length > 2 ? message.indexOf(field) : -1;
  return at >= 0 && !/\w/.test(`${message[at - 1] ?? ''}${message[at + field.length] ?? ''}`);
}

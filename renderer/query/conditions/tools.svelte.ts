import { createContext, tick } from 'svelte';
import { type DraftCondition, type DraftGroup, type DraftNode, type FilterDraft } from '../draft.ts';
import * as edit from '../edit.ts';
import { findBuilderField, type BuilderField } from '../fields.ts';
import { firstOperator, pickOperator, startCondition, type OfferedOperator } from '../operators.ts';
import type { Problems } from '../problems.ts';
import { carryValue, startValue } from '../valueEntry.ts';
import type { RecordLookup } from '../../fields/lookup.ts';

interface Parts {
  readonly fields: () => readonly BuilderField[];
  readonly filter: () => FilterDraft;
  readonly problems: () => Problems;
  readonly lookup: () => RecordLookup | undefined;
  readonly now: () => number;
  readonly change: (filter: FilterDraft, joins: string | null) => void;
}

interface DropPlace {
  readonly groupId: string;
  readonly index: number;
}

export class FilterTools {
  readonly #parts: Parts;
  dragged = $state<string | null>(null);
  drop = $state.raw<DropPlace | null>(null);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get fields(): readonly BuilderField[] {
    return this.#parts.fields();
  }

  get lookup(): RecordLookup | undefined {
    return this.#parts.lookup();
  }

  get now(): number {
    return this.#parts.now();
  }

  problemsOf(id: string): readonly string[] {
    return this.#parts.problems().get(id) ?? [];
  }

  addCondition(groupId: string, fieldName: string): void {
    const id = crypto.randomUUID();
    const started = startCondition(this.fields, fieldName);
    this.#change(edit.insert(this.#filter, groupId, { kind: 'condition', id, ...started, off: false }));
    void focusIn(id, '[data-part="value"] input, [data-part="value"] button, [data-part="value"] select');
  }

  addGroup(group: DraftGroup): void {
    const operator = group.operator === 'or' ? 'and' : 'or';
    const id = crypto.randomUUID();
    const added = { kind: 'group', id, operator, nodes: [], off: false, added: true } as const;
    this.#change(edit.insert(this.#filter, group.id, added));
    void focusIn(id, '[data-part="add"] button');
  }

  setField(node: DraftCondition, fieldName: string): void {
    const { field } = findBuilderField(this.fields, fieldName);
    const before = findBuilderField(this.fields, node.field).field;
    const keeps = field?.operators.includes(node.operator) === true;
    const operator = keeps || field === undefined ? node.operator : firstOperator(field);
    // A value is kept only for a field of the same kind.
    const value =
      field !== undefined && (field === before || (field.kind === before?.kind && field.options.length === 0))
        ? carryValue(node.value, operator, field)
        : startValue(field, operator);
    this.#change(edit.changeCondition(this.#filter, node.id, { field: fieldName, operator, value }));
  }

  setOperator(node: DraftCondition, offered: OfferedOperator): void {
    const { field } = findBuilderField(this.fields, node.field);
    this.#change(edit.changeCondition(this.#filter, node.id, pickOperator(offered, node.value, field)));
  }

  setValue(node: DraftCondition, value: DraftCondition['value'], joins: boolean): void {
    const next = edit.changeCondition(this.#filter, node.id, { value });
    this.#parts.change(next, joins ? `value ${node.id}` : null);
  }

  setJoint(group: DraftGroup, operator: 'and' | 'or'): void {
    this.#change(edit.changeOperator(this.#filter, group.id, operator));
  }

  setDisabled(node: DraftNode, off: boolean): void {
    this.#change(edit.setDisabled(this.#filter, node.id, off));
  }

  remove(node: DraftNode): void {
    const place = edit.placeOf(this.#filter, node.id);
    const next = place?.group.nodes[place.index + 1] ?? place?.group.nodes[place.index - 1];
    this.#change(edit.remove(this.#filter, node.id));
    if (next !== undefined) void focusIn(next.id, '[data-part="grip"]');
    else if (place !== undefined) void focusIn(place.group.id, '[data-part="add"] button');
  }

  duplicate(node: DraftNode): void {
    this.#change(edit.duplicate(this.#filter, node.id));
  }

  step(node: DraftNode, direction: 'up' | 'down'): void {
    this.#change(edit.step(this.#filter, node.id, direction));
    void focusIn(node.id, '[data-part="grip"]');
  }

  wrap(node: DraftNode): void {
    const place = edit.placeOf(this.#filter, node.id);
    this.#change(edit.wrap(this.#filter, node.id, place?.group.operator === 'or' ? 'and' : 'or'));
  }

  unwrap(group: DraftGroup): void {
    this.#change(edit.unwrap(this.#filter, group.id));
  }

  dropHere(): void {
    const { dragged, drop } = this;
    this.dragged = null;
    this.drop = null;
    if (dragged === null || drop === null) return;
    this.#change(edit.move(this.#filter, dragged, drop.groupId, drop.index));
  }

  get #filter(): FilterDraft {
    return this.#parts.filter();
  }

  #change(next: FilterDraft): void {
    this.#parts.change(next, null);
  }
}

async function focusIn(nodeId: string, selector: string): Promise<void> {
  await tick();
  document
    .querySelector<HTMLElement>(`[data-node="${CSS.escape(nodeId)}"]`)
    ?.querySelector<HTMLElement>(selector)
    ?.focus();
}

export const [getTools, setTools] = createContext<FilterTools>();

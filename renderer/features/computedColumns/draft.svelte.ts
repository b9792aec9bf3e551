import type { ComputedColumn, ComputedDefinition } from '../../../preload/contract/computedColumns.ts';
import {
  formatsOf,
  formatTerms,
  proposedFormat,
  type ComputedFormat,
} from '../../../preload/contract/expressions/columns.ts';
import { computeColumn } from '../../../preload/contract/expressions/computeColumn.ts';
import { compileExpression } from '../../../preload/contract/expressions/compile.ts';
import { typeNames } from '../../../preload/contract/expressions/values.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { TextProblem } from '../../ui/code/textProblem.ts';

/** A computed column while it is written. */
export class ComputedDraft {
  readonly resource: ResourceName;
  /** Of the column that is changed. */
  readonly id: string | undefined;
  name = $state('');
  expression = $state('');
  /** Null where the format is to be the one that suits the expression. */
  #chosen = $state<ComputedFormat | null>(null);

  constructor(resource: ResourceName, column: ComputedColumn | null) {
    this.resource = resource;
    this.id = column?.id;
    if (column === null) return;
    this.name = column.name;
    this.expression = column.expression;
    this.#chosen = column.format;
  }

  readonly #compiled = $derived.by(() => compileExpression(this.expression, resources[this.resource]));

  /** What is wrong with the expression; nothing while there is none. */
  readonly problems = $derived.by((): readonly TextProblem[] =>
    this.#compiled.ok || this.expression.trim() === '' ? [] : this.#compiled.problems,
  );

  /** The formats that the expression can have; all of them while it has no type. */
  readonly formats = $derived.by((): readonly { value: ComputedFormat; label: string }[] => {
    const formats = this.#compiled.ok ? formatsOf(this.#compiled.type) : [this.format];
    return formats.map((value) => ({ value, label: formatTerms[value].label }));
  });

  get format(): ComputedFormat {
    const chosen = this.#chosen;
    if (!this.#compiled.ok) return chosen ?? 'number';
    return chosen !== null && formatsOf(this.#compiled.type).includes(chosen)
      ? chosen
      : proposedFormat(this.#compiled);
  }

  set format(format: ComputedFormat) {
    this.#chosen = format;
  }

  /** What the expression comes to, in a few words. */
  readonly result = $derived.by(() =>
    this.#compiled.ok ? `The result is ${typeNames[this.#compiled.type]}.` : '',
  );

  readonly definition = $derived.by((): ComputedDefinition => ({
    resource: this.resource,
    name: this.name.trim(),
    expression: this.expression.trim(),
    format: this.format,
  }));

  /** The members of a record that a preview needs; null where there is nothing to show. */
  readonly needs = $derived.by((): readonly string[] | null => {
    const computed = computeColumn(this.definition);
    return computed.ok ? computed.needs : null;
  });
}

import type { ComputedDefinition } from '../../../preload/contract/computedColumns.ts';
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
import type { TypedColumn } from '../../query/computedColumns.svelte.ts';
import type { ComputedColumnRequest } from '../../shell/dialogs.svelte.ts';

export class ComputedDraft {
  readonly resource: ResourceName;
  readonly id: string | undefined;
  name = $state('');
  expression = $state('');
  /** Null for the default format of the expression. */
  #chosen = $state<ComputedFormat | null>(null);

  readonly #start: TypedColumn;

  /** @param typed earlier input that was not saved */
  constructor({ resource, column }: ComputedColumnRequest, typed: TypedColumn | undefined) {
    this.resource = resource;
    this.id = column?.id;
    this.#start = column ?? { name: '', expression: '', format: null };
    const { name, expression, format } = typed ?? this.#start;
    this.name = name;
    this.expression = expression;
    this.#chosen = format;
  }

  readonly typed = $derived.by((): TypedColumn | undefined => {
    const { name, expression, format } = this.#start;
    const isChanged = this.name !== name || this.expression !== expression || this.#chosen !== format;
    return isChanged ? { name: this.name, expression: this.expression, format: this.#chosen } : undefined;
  });

  readonly #compiled = $derived.by(() => compileExpression(this.expression, resources[this.resource]));

  readonly problems = $derived.by((): readonly TextProblem[] =>
    this.#compiled.ok || this.expression.trim() === '' ? [] : this.#compiled.problems,
  );

  /** The possible formats; all while the type is unknown. */
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

  readonly result = $derived.by(() =>
    this.#compiled.ok ? `The result is ${typeNames[this.#compiled.type]}.` : '',
  );

  readonly definition = $derived.by((): ComputedDefinition => ({
    resource: this.resource,
    name: this.name.trim(),
    expression: this.expression.trim(),
    format: this.format,
  }));

  /** The record members that a preview needs; null if the expression is invalid. */
  readonly needs = $derived.by((): readonly string[] | null => {
    const computed = computeColumn(this.definition);
    return computed.ok ? computed.needs : null;
  });
}

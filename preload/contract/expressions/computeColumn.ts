import type { ComputedColumn } from '../computedColumns.ts';
import type { Members } from '../json.ts';
import { resources } from '../resources.ts';
import { errorText, formatsOf, formatTerms } from './columns.ts';
import { compileExpression, type Compiled, type CompiledExpression } from './compile.ts';
import { asText, Fault, type Value, type ValueType } from './values.ts';

/** Values of computed columns. Threads load this without the bridge's schemas. */

type Computed =
  | Extract<Compiled, { ok: false }>
  | (Pick<CompiledExpression, 'ok' | 'needs' | 'reads'> & {
      readonly compute: (record: Members) => Value;
    });

export function computeColumn(
  { resource: of, expression, format }: Pick<ComputedColumn, 'resource' | 'expression' | 'format'>,
  today?: string,
): Computed {
  const compiled = compileExpression(expression, resources[of], today);
  if (!compiled.ok) return compiled;
  const { evaluate, needs, reads, type } = compiled;
  if (!formatsOf(type).includes(format)) return { ok: false, problems: [misfit(expression, type)] };
  if (format !== 'text' || type === 'text') return { ok: true, needs, reads, compute: evaluate };
  const compute = (record: Members): Value => {
    const value = evaluate(record);
    return value === null || value instanceof Fault ? value : asText(value);
  };
  return { ok: true, needs, reads, compute };
}

export interface CellComputer {
  readonly needs: readonly string[];
  /** An error is returned as its text. */
  readonly cell: (record: Members) => number | string | boolean | null;
}

export function cellComputer(column: ComputedColumn): CellComputer {
  const computed = computeColumn(column);
  if (!computed.ok) {
    const text = errorText(new Fault(computed.problems[0]?.message ?? ''));
    return { needs: [], cell: () => text };
  }
  return {
    needs: computed.needs,
    cell(record) {
      const value = computed.compute(record);
      return value instanceof Fault ? errorText(value) : value;
    },
  };
}

function misfit(expression: string, type: ValueType): { from: number; to: number; message: string } {
  const labels = formatsOf(type).map((format) => formatTerms[format].label.toLowerCase());
  return {
    from: 0,
    to: expression.length,
    message: `The expression does not suit the format of the column. Choose ${new Intl.ListFormat('en', { type: 'disjunction' }).format(labels)}.`,
  };
}

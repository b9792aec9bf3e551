import { dayOf } from '../days.ts';
import type { Members } from '../json.ts';
import type { Resource } from '../resources/types.ts';
import { evaluatorOf } from './evaluate.ts';
import { fieldsOfResource, namesOfFields } from './fields.ts';
import { parseExpression } from './parser.ts';
import type { ExpressionProblem } from './syntax.ts';
import { checkExpression, type StaticType } from './types.ts';
import type { Value } from './values.ts';

export interface CompiledExpression extends StaticType {
  readonly ok: true;
  readonly needs: readonly string[];
  /** Field names in the catalogue: `market_value_dollar:val_30d`. */
  readonly reads: readonly string[];
  readonly evaluate: (record: Members) => Value;
}

export type Compiled =
  CompiledExpression | { readonly ok: false; readonly problems: readonly ExpressionProblem[] };

/** Never throws. @param today the UTC day of `today()`, as `YYYY-MM-DD` */
export function compileExpression(
  text: string,
  resource: Resource,
  today: string = dayOf(Date.now()),
): Compiled {
  const parsed = parseExpression(text);
  if (!parsed.ok) return { ok: false, problems: [parsed.problem] };
  const checked = checkExpression(parsed.expression, fieldsOfResource(resource), () =>
    namesOfFields(resource),
  );
  if (!('type' in checked)) return { ok: false, problems: checked };
  const { type, unit, fields } = checked;
  return {
    ok: true,
    type,
    unit,
    needs: [...new Set([...fields.values()].flatMap(({ needs }) => needs))],
    reads: [...new Set([...fields.values()].map(({ name }) => name))],
    evaluate: evaluatorOf(parsed.expression, fields, today),
  };
}

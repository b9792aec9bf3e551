import type { AlertRule } from '../../../preload/contract/alerts.ts';
import { findField, resources } from '../../../preload/contract/resources.ts';
import type { BuilderField } from '../../query/fields.ts';
import { describeQuery } from '../../query/describeQuery.ts';
import { fullFigure, plural } from '../../format/numbers.ts';
import { spokenNumber } from '../../format/typedNumbers.ts';
import { labelOfName } from '../../../preload/contract/labelOfName.ts';
import { shortAddress } from '../../format/addresses.ts';

/** Returns the rule in words. `listName`: its list's name; `labelOf`: an address's label. */
export function alertText(
  rule: AlertRule,
  listName: string,
  fields: readonly BuilderField[],
  labelOf: (address: string) => string | undefined = () => undefined,
): string {
  switch (rule.kind) {
    case 'transaction': {
      const { filter } = rule.query;
      return filter === undefined
        ? `Each new transaction of ${listName}`
        : `New in ${listName}: ${describeQuery({ filter }, resources.transactions, fields)}`;
    }
    case 'sum': {
      const amount = spokenNumber(rule.moreThan, 'dollar');
      const { wallet } = rule;
      const whose =
        wallet === null
          ? ''
          : ` ${directionLabels[rule.direction]} ${labelOf(wallet) ?? shortAddress(wallet)}`;
      return `More than ${amount}${whose} in ${listName} within ${spanLabel(rule.hours)}`;
    }
    case 'metric': {
      const field = findField(resources[rule.resource], rule.metric);
      const label = (field?.label ?? labelOfName(rule.metric)).toLowerCase();
      const { test } = rule;
      const what =
        test.kind === 'change'
          ? `${test.direction} ${fullFigure(test.percent, { unit: field?.unit === 'percent' ? 'points' : 'percent' })} or more in ${plural(test.days, 'day', 'days')}`
          : `${test.direction} ${fullFigure(test.value, { unit: field?.unit })}`;
      return `${rule.title}: ${label} ${what}`;
    }
  }
}

const directionLabels = { in: 'into', out: 'out of', either: 'into or out of' } as const;

function spanLabel(hours: number): string {
  return hours % 24 === 0 && hours > 24 ? plural(hours / 24, 'day', 'days') : plural(hours, 'hour', 'hours');
}

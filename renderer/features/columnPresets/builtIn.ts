import type { Layout } from '../../../preload/contract/layouts.ts';
import type { MetricMember } from '../../../preload/contract/metric.ts';
import { findField, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { headlineOf } from '../../../preload/contract/resources/headlines.ts';
import { defaultLayout } from '../records/defaultLayout.ts';

/** A preset that the app brings. */
export interface BuiltInPreset {
  readonly name: string;
  readonly layout: Layout;
}

/** Returns the presets of a resource that make sense from its catalogue; the default columns come first. */
export function builtInPresets(resource: ResourceName): readonly BuiltInPreset[] {
  const headline = headlineOf(resource);
  return [
    { name: 'Default columns', layout: defaultLayout(resource) },
    ...(headline === undefined
      ? []
      : [
          {
            name: `${headline.label} over time`,
            layout: layoutOf(resource, [
              headline.name,
              ...changes(headline.name, ['chg_7d_pct', 'chg_30d_pct', 'chg_90d_pct']),
            ]),
          },
          {
            name: `${headline.label}, changes in dollars`,
            layout: layoutOf(resource, [
              headline.name,
              ...changes(headline.name, ['chg_7d_amt', 'chg_30d_amt', 'chg_90d_amt']),
            ]),
          },
          {
            name: 'Holders and activity',
            layout: layoutOf(resource, [
              'holding_addresses_count',
              ...changes('holding_addresses_count', ['chg_30d_pct']),
              'trailing_30_day_active_addresses_count',
              'trailing_30_day_transfer_volume',
            ]),
          },
        ]),
    ...(resource === 'transactions'
      ? [
          {
            name: 'Amounts and addresses',
            layout: layoutOf(resource, [
              'timestamp',
              'usd_amount',
              'amount',
              'token',
              'from_address',
              'to_address',
            ]),
          },
        ]
      : []),
  ];
}

function changes(metric: string, members: readonly MetricMember[]): string[] {
  return members.map((member) => `${metric}:${member}`);
}

/** The title, where it is a name, and these columns. */
function layoutOf(resource: ResourceName, columns: readonly string[]): Layout {
  const { titleField } = resources[resource];
  const hasName = findField(resources[resource], titleField)?.type === 'text';
  return {
    columns: [...(hasName ? [titleField] : []), ...columns],
    pinned: hasName ? 1 : 0,
    widths: {},
    figures: 'compact',
  };
}

import type { CellFormat, CellFormats } from '../../../preload/contract/cellFormats.ts';
import type { Layout } from '../../../preload/contract/layouts.ts';
import type { MetricMember } from '../../../preload/contract/metric.ts';
import { findField, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { headlineOf } from '../../../preload/contract/resources/headlines.ts';
import { shownAsZeroPercent } from '../../format/numbers.ts';
import { defaultLayout } from '../records/defaultLayout.ts';

/** A preset that the app brings. */
export interface BuiltInPreset {
  readonly name: string;
  readonly layout: Layout;
}

const bar: CellFormat = { kind: 'bar', ends: null };
/** Of changes in percent: what is shown as 0.00% has no sign. */
const upAndDown: CellFormat = {
  kind: 'rules',
  rules: [
    { test: 'above', value: shownAsZeroPercent, tone: 'good', sign: 'up' },
    { test: 'below', value: -shownAsZeroPercent, tone: 'bad', sign: 'down' },
  ],
};

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
            layout: layoutOf(resource, {
              [headline.name]: bar,
              ...changes(headline.name, ['chg_7d_pct', 'chg_30d_pct', 'chg_90d_pct'], upAndDown),
            }),
          },
          {
            name: `${headline.label}, changes in dollars`,
            layout: layoutOf(resource, {
              [headline.name]: null,
              ...changes(headline.name, ['chg_7d_amt', 'chg_30d_amt', 'chg_90d_amt'], bar),
            }),
          },
          {
            name: 'Holders and activity',
            layout: layoutOf(resource, {
              holding_addresses_count: bar,
              ...changes('holding_addresses_count', ['chg_30d_pct'], upAndDown),
              trailing_30_day_active_addresses_count: bar,
              trailing_30_day_transfer_volume: bar,
            }),
          },
        ]),
    ...(resource === 'transactions'
      ? [
          {
            name: 'Amounts and addresses',
            layout: layoutOf(resource, {
              timestamp: null,
              usd_amount: bar,
              amount: null,
              token: null,
              from_address: null,
              to_address: null,
            }),
          },
        ]
      : []),
  ];
}

function changes(
  metric: string,
  members: readonly MetricMember[],
  format: CellFormat,
): Record<string, CellFormat> {
  return Object.fromEntries(members.map((member) => [`${metric}:${member}`, format]));
}

/** The title, where it is a name, and these columns, each with its format. */
function layoutOf(resource: ResourceName, formats: Readonly<Record<string, CellFormat | null>>): Layout {
  const { titleField } = resources[resource];
  const hasName = findField(resources[resource], titleField)?.type === 'text';
  const formatted: CellFormats = Object.fromEntries(
    Object.entries(formats).flatMap(([name, format]) => (format === null ? [] : [[name, format]])),
  );
  return {
    columns: [...(hasName ? [titleField] : []), ...Object.keys(formats)],
    pinned: hasName ? 1 : 0,
    widths: {},
    figures: 'compact',
    formats: formatted,
  };
}

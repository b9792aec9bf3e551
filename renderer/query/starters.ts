import type { Location } from '../../preload/contract/locations/location.ts';
import type { Filter, Query } from '../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { QueryTarget } from '../../preload/contract/savedQueries.ts';
import type { TotalsDefinition } from '../../preload/contract/totals.ts';

export interface Starter {
  readonly name: string;
  readonly resource: ResourceName;
  readonly target: QueryTarget;
  /** May have parameters and relative dates. */
  readonly query: Query;
  readonly note: string;
  /** Another view, in place of the query. */
  readonly location?: Location;
  /** Columns after the name; default: the sort field. */
  readonly columns?: readonly string[];
  readonly totals?: TotalsDefinition;
  /** For aggregates and timeseries. */
  readonly chart?: Readonly<Record<string, string>>;
}

export function startersOf(resource: ResourceName): readonly Starter[] {
  return starters.filter(
    (starter) => starter.resource === resource && starter.target === 'list' && starter.location === undefined,
  );
}

/** None if no column names the record, as for transactions. */
export function answerColumns({ columns, resource, target, query: { sort } }: Starter): readonly string[] {
  const { titleField, defaultColumns } = resources[resource];
  if (target !== 'list' || defaultColumns[0] !== titleField) return [];
  return columns ?? (sort === undefined || sort.field === titleField ? [] : [sort.field]);
}

function condition(field: string, operator: string, value: string | number): Filter {
  return { operator, field, value };
}

const largest = (field: string): Query['sort'] => ({ field, direction: 'desc' });

function list(resource: ResourceName, name: string, note: string, query: Query): Starter {
  return { name, resource, target: 'list', query, note };
}

interface Drawn {
  readonly measure: string;
  readonly groupBy: string;
  readonly kind: string;
  readonly where?: Filter;
}

function chart(
  target: 'aggregates' | 'timeseries',
  resource: 'assets' | 'tokens',
  name: string,
  note: string,
  { measure, groupBy, kind, where }: Drawn,
): Starter {
  const measured = condition('measure_slug', 'equals', measure);
  const aggregate = { groupBy, aggregateFunction: 'sum' };
  return {
    name,
    resource,
    target,
    note,
    query: {
      filter: where === undefined ? measured : { operator: 'and', filters: [measured, where] },
      aggregate: target === 'timeseries' ? { ...aggregate, interval: 'month', mode: 'stock' } : aggregate,
    },
    chart: { kind },
  };
}

const charts: readonly Starter[] = [
  chart('timeseries', 'tokens', 'Value by network over time', 'Market value by network, month by month.', {
    measure: 'market_value_dollar',
    groupBy: 'network_id',
    kind: 'stacked',
  }),
  chart(
    'timeseries',
    'tokens',
    'US Treasury Debt by network',
    'Value of treasuries on each network, month by month.',
    {
      measure: 'market_value_dollar',
      groupBy: 'network_id',
      kind: 'stacked',
      where: condition('asset_class_name', 'equals', 'US Treasury Debt'),
    },
  ),
  chart('timeseries', 'assets', 'Shares of asset classes', 'The share of each asset class, month by month.', {
    measure: 'total_asset_value_dollar',
    groupBy: 'asset_class_id',
    kind: 'share',
  }),
  chart('timeseries', 'tokens', 'Monthly transfers', 'Monthly transfer volume of all tokens.', {
    measure: 'monthly_transfer_volume',
    groupBy: 'date',
    kind: 'bar',
  }),
  chart('aggregates', 'tokens', 'Value by network', 'Market value by network.', {
    measure: 'market_value_dollar',
    groupBy: 'network_id',
    kind: 'treemap',
  }),
  chart('aggregates', 'assets', 'Value by asset class', 'The classes by size, with their shares.', {
    measure: 'total_asset_value_dollar',
    groupBy: 'asset_class_id',
    kind: 'row',
  }),
  chart('aggregates', 'tokens', 'Holders by issuer', 'Whose tokens the most addresses hold.', {
    measure: 'holding_addresses_count',
    groupBy: 'issuer_id',
    kind: 'row',
  }),
];

const overMillion = condition('circulating_market_value_dollar', 'gte', 1_000_000);

export const starters: readonly Starter[] = [
  ...charts,
  list('assets', 'US Treasury Debt over $10m', 'US Treasury funds over $10m, largest first.', {
    filter: {
      operator: 'and',
      filters: [
        condition('asset_class_name', 'equals', 'US Treasury Debt'),
        condition('circulating_market_value_dollar', 'gte', 10_000_000),
      ],
    },
    sort: largest('circulating_market_value_dollar'),
  }),
  list(
    'assets',
    'Credit by yield',
    'What corporate, asset-backed and diversified credit pays, the highest first.',
    {
      filter: {
        operator: 'in',
        field: 'asset_class_name',
        value: ['Corporate Credit', 'Asset-Backed Credit', 'Diversified Credit'],
      },
      sort: largest('yield_to_maturity_percent'),
    },
  ),
  list('assets', 'Largest gains in 7 days', 'Where value came in this week, among assets over $1m.', {
    filter: overMillion,
    sort: largest('circulating_market_value_dollar:chg_7d_amt'),
  }),
  list('assets', 'Largest gains in 30 days', 'The assets that grew most in dollars, among those over $1m.', {
    filter: overMillion,
    sort: largest('circulating_market_value_dollar:chg_30d_amt'),
  }),
  list(
    'assets',
    'Largest losses in 7 days',
    'The assets that shrank most in dollars, among those over $1m.',
    {
      filter: overMillion,
      sort: { field: 'circulating_market_value_dollar:chg_7d_amt', direction: 'asc' },
    },
  ),
  {
    ...list('assets', 'Funds by yield, fee and holders', 'The largest funds side by side.', {
      filter: condition('name', 'ilike', '%fund%'),
      sort: largest('circulating_market_value_dollar'),
    }),
    columns: ['yield_to_maturity_percent', 'total_management_fee_bps', 'holding_addresses_count'],
  },
  {
    ...list(
      'assets',
      'What changed since yesterday',
      'New, gone and changed assets, the largest in dollars first.',
      {},
    ),
    location: { view: 'changes', resource: 'assets', since: { kind: 'yesterday' } },
  },
  list('assets', 'On several networks', 'Assets whose tokens live on more than one network.', {
    filter: condition('token_count', 'gte', 2),
    sort: largest('token_count'),
  }),
  list('tokens', 'Largest tokens on Ethereum', 'By market value.', {
    filter: condition('network_name', 'equals', 'Ethereum'),
    sort: largest('market_value_dollar'),
  }),
  list(
    'tokens',
    'Largest US Treasury tokens on Ethereum',
    'US Treasury tokens on Ethereum, by market value.',
    {
      filter: {
        operator: 'and',
        filters: [
          condition('asset_class_name', 'equals', 'US Treasury Debt'),
          condition('network_name', 'equals', 'Ethereum'),
        ],
      },
      sort: largest('market_value_dollar'),
    },
  ),
  list('tokens', 'Tokens of a platform', 'Asks for the platform.', {
    filter: condition('protocol_name', 'equals', '{{Platform}}'),
    sort: largest('market_value_dollar'),
  }),
  list('tokens', 'Most holders', 'The tokens held by the most addresses.', {
    sort: largest('holding_addresses_count'),
  }),
  list('networks', 'Most tokens', 'Networks with the most tokens.', { sort: largest('token_count') }),
  list('networks', 'Most active', 'Active addresses in the last 30 days.', {
    sort: largest('trailing_30_day_active_addresses_count'),
  }),
  list('platforms', 'Largest platforms', 'By the value of the assets they circulate.', {
    sort: largest('circulating_asset_value_dollar'),
  }),
  list('platforms', 'Platforms with ten or more assets', 'By number of assets.', {
    filter: condition('asset_count', 'gte', 10),
    sort: largest('asset_count'),
  }),
  {
    ...list(
      'issuers',
      'Issuers that grew most in 30 days',
      'By the change of their bridged value in dollars.',
      {
        sort: largest('bridged_token_value_dollar:chg_30d_amt'),
      },
    ),
    columns: ['bridged_token_value_dollar', 'bridged_token_value_dollar:chg_30d_amt'],
  },
  list('issuers', 'Issuers with several assets', 'Who issues more than one asset.', {
    filter: condition('asset_count', 'gte', 2),
    sort: largest('asset_count'),
  }),
  list('issuers', 'With a legal entity identifier', 'Issuers whose LEI is known.', {
    filter: { operator: 'notEquals', field: 'lei', value: null },
    sort: { field: 'name', direction: 'asc' },
  }),
  list('managers', 'Managers by assets', 'Who manages the most assets.', { sort: largest('asset_count') }),
  list('managers', 'Managers over $10m', 'By the bridged value of what they manage.', {
    filter: condition('bridged_token_value_dollar', 'gte', 10_000_000),
    sort: largest('bridged_token_value_dollar'),
  }),
  list('service-providers', 'Active on Ethereum', 'Providers serving Ethereum.', {
    filter: condition('network_ids', 'includes', 1),
    sort: { field: 'name', direction: 'asc' },
  }),
  list('transactions', 'Large transfers of the last 30 days', 'A million dollars and more.', {
    filter: {
      operator: 'and',
      filters: [
        condition('transaction_type_id', 'equals', 'Transfer'),
        condition('date', 'onOrAfter', '{{30 days ago}}'),
        condition('usd_amount', 'gte', 1_000_000),
      ],
    },
    sort: largest('timestamp'),
  }),
  {
    ...list('transactions', 'Mints over $1m in 7 days, by recipient', 'Who received how much.', {
      filter: {
        operator: 'and',
        filters: [
          condition('transaction_type_id', 'equals', 'Mint'),
          condition('date', 'onOrAfter', '{{7 days ago}}'),
          condition('usd_amount', 'gte', 1_000_000),
        ],
      },
      sort: largest('usd_amount'),
    }),
    totals: { rows: [{ field: 'to_address' }] },
  },
  list('transactions', 'Transactions of a wallet', 'Asks for the address; whatever it sent and received.', {
    filter: {
      operator: 'or',
      filters: ['from_address', 'to_address'].map((field) => condition(field, 'equals', '{{Wallet}}')),
    },
    sort: largest('timestamp'),
  }),
  list('transactions', 'Largest of this year', 'The largest movements since January.', {
    filter: condition('date', 'onOrAfter', '{{start of year}}'),
    sort: largest('usd_amount'),
  }),
];

const questions = [
  'Largest US Treasury tokens on Ethereum',
  'Issuers that grew most in 30 days',
  'Mints over $1m in 7 days, by recipient',
  'US Treasury Debt by network',
  'Funds by yield, fee and holders',
  'Transactions of a wallet',
  'Tokens of a platform',
  'What changed since yesterday',
  'Large transfers of the last 30 days',
  'Credit by yield',
  'Value by asset class',
  'Most holders',
];

export const questionStarters: readonly Starter[] = questions.flatMap(
  (name) => starters.find((starter) => starter.name === name) ?? [],
);

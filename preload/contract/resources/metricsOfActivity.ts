import { inTokensAndDollars, under, type MetricDefinition } from './metricDefinition.ts';

const holders = under('Holders and activity');
const holdersUnseen = under('Holders and activity', true);
const transfers = under('Transfers');
const mints = under('Mints and burns');
const bridges = under('Bridges', true);

/** A span of time as the names of metrics have it, and as a sentence says it. */
const spans = {
  daily: { label: 'Daily', during: 'on the last day that had any, however long ago' },
  weekly: { label: 'Weekly', during: 'in the current calendar week' },
  monthly: { label: 'Monthly', during: 'in the current calendar month' },
  quarterly: { label: 'Quarterly', during: 'in the current calendar quarter' },
  annually: { label: 'Yearly', during: 'in the current calendar year' },
  trailing_7_day: { label: '7-day', during: 'in the last 7 days' },
  trailing_30_day: { label: '30-day', during: 'in the last 30 days' },
  trailing_90_day: { label: '90-day', during: 'in the last 90 days' },
  trailing_365_day: { label: '365-day', during: 'in the last 365 days' },
} as const;

type Span = keyof typeof spans;

function activeAddresses(span: Span, write = holders): MetricDefinition {
  return write(
    'count',
    `${span}_active_addresses_count`,
    `Number of different addresses that sent or received the token ${spans[span].during}${span === 'daily' ? '' : ', as of the last day that had any'}.`,
    { label: `${spans[span].label} active addresses` },
  );
}

function transferCountAndVolume(span: Span): readonly MetricDefinition[] {
  const { label, during } = spans[span];
  return [
    transfers('dollar', `${span}_transfer_volume`, `Value of all transfers ${during}, in US dollars.`, {
      label: `${label} transfer volume`,
    }),
    transfers('count', `${span}_transfer_count`, `Number of transfers ${during}.`, {
      label: `${label} transfers`,
    }),
  ];
}

function bridgeVolumes(span: Span): readonly MetricDefinition[] {
  const { label, during } = spans[span];
  return [
    bridges(
      'dollar',
      `${span}_bridge_volume`,
      `Value of tokens bridged in either direction ${during}, in US dollars.`,
      { label: `${label} bridge volume` },
    ),
    bridges(
      'dollar',
      `${span}_bridge_inflow_volume`,
      `Value of tokens that came in over bridges ${during}, in US dollars.`,
      { label: `${label} bridge inflow` },
    ),
    bridges(
      'dollar',
      `${span}_bridge_outflow_volume`,
      `Value of tokens that left over bridges ${during}, in US dollars.`,
      { label: `${label} bridge outflow` },
    ),
  ];
}

/** Who holds tokens, and what moves. */
export const activityMetrics: readonly MetricDefinition[] = [
  holders(
    'count',
    'holding_addresses_count',
    'Number of addresses with a balance above zero. One holder may use several addresses.',
    { label: 'Holding addresses' },
  ),
  holdersUnseen(
    'count',
    'adjusted_holding_addresses_count',
    'Number of addresses with a balance above zero, without those of bridges, exchanges and the issuer.',
    { label: 'Holding addresses (adjusted)' },
  ),
  holders(
    'percent',
    'top_holder_concentration',
    'Share of the supply at the largest address, in percent. For an asset it is the sum over its tokens and can exceed 100.',
    { label: 'Share of the largest holder' },
  ),
  holders(
    'percent',
    'top_5_holder_concentration',
    'Share of the supply at the five largest addresses, in percent. For an asset it is the sum over its tokens and can exceed 100.',
    { label: 'Share of the 5 largest holders' },
  ),
  holders(
    'percent',
    'top_10_holder_concentration',
    'Share of the supply at the ten largest addresses, in percent. For an asset it is the sum over its tokens and can exceed 100.',
    { label: 'Share of the 10 largest holders' },
  ),
  activeAddresses('daily'),
  activeAddresses('weekly'),
  activeAddresses('monthly'),
  activeAddresses('quarterly'),
  activeAddresses('annually'),
  activeAddresses('trailing_7_day'),
  activeAddresses('trailing_30_day'),
  activeAddresses('trailing_90_day', holdersUnseen),
  activeAddresses('trailing_365_day', holdersUnseen),

  ...inTokensAndDollars(
    transfers,
    'daily_transfer_volume',
    'Daily transfer volume',
    'Amount transferred on the last day that had any, however long ago',
  ),
  transfers(
    'count',
    'number_of_daily_transactions_count',
    'Number of mints, burns and transfers on the last day that had any, however long ago.',
    { label: 'Daily transactions' },
  ),
  ...transferCountAndVolume('weekly'),
  ...transferCountAndVolume('monthly'),
  ...transferCountAndVolume('trailing_7_day'),
  ...transferCountAndVolume('trailing_30_day'),

  ...inTokensAndDollars(
    mints,
    'daily_mints',
    'Daily mints',
    'Amount of new tokens minted on the last day that had any, however long ago',
  ),
  ...inTokensAndDollars(
    mints,
    'daily_burns',
    'Daily burns',
    'Amount of tokens burned on the last day that had any, however long ago',
  ),
  ...inTokensAndDollars(
    mints,
    'adjusted_daily_mints',
    'Daily mints (adjusted)',
    'Amount of new tokens minted on the last day that had any, however long ago, without mints that only move tokens across a bridge',
  ),
  ...inTokensAndDollars(
    mints,
    'adjusted_daily_burns',
    'Daily burns (adjusted)',
    'Amount of tokens burned on the last day that had any, however long ago, without burns that only move tokens across a bridge',
  ),

  ...bridgeVolumes('daily'),
  ...bridgeVolumes('weekly'),
  ...bridgeVolumes('monthly'),
  ...bridgeVolumes('trailing_7_day'),
  ...bridgeVolumes('trailing_30_day'),
];

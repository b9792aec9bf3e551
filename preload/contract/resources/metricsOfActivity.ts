import { group, unseen } from './fields.ts';
import {
  asCount,
  inDollars,
  inPercent,
  inTokensAndDollars,
  type MetricDefinition,
  type Metrics,
} from './metricDefinition.ts';

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

function activeAddresses(span: Span): Metrics {
  const { label, during } = spans[span];
  const asOf = span === 'daily' ? '' : ', as of the last day that had any';
  return {
    [`${span}_active_addresses_count`]: asCount(
      `Number of different addresses that sent or received the token ${during}${asOf}.`,
      `${label} active addresses`,
    ),
  };
}

function transferCountAndVolume(span: Span): Metrics {
  const { label, during } = spans[span];
  return {
    [`${span}_transfer_volume`]: inDollars(
      `Value of all transfers ${during}, in US dollars.`,
      `${label} transfer volume`,
    ),
    [`${span}_transfer_count`]: asCount(`Number of transfers ${during}.`, `${label} transfers`),
  };
}

function bridgeVolumes(span: Span): Metrics {
  const { label, during } = spans[span];
  const value = (way: string): string => `Value of tokens ${way} ${during}, in US dollars.`;
  return {
    [`${span}_bridge_volume`]: inDollars(value('bridged in either direction'), `${label} bridge volume`),
    [`${span}_bridge_inflow_volume`]: inDollars(value('that came in over bridges'), `${label} bridge inflow`),
    [`${span}_bridge_outflow_volume`]: inDollars(value('that left over bridges'), `${label} bridge outflow`),
  };
}

export const activityMetrics: readonly MetricDefinition[] = [
  ...group('Holders and activity', {
    holding_addresses_count: asCount(
      'Number of addresses with a balance above zero. One holder may use several addresses.',
      'Holding addresses',
    ),
    ...unseen({
      adjusted_holding_addresses_count: asCount(
        'Number of addresses with a balance above zero, without those of bridges, exchanges and the issuer.',
        'Holding addresses (adjusted)',
      ),
    }),
    top_holder_concentration: inPercent(
      'Share of the supply at the largest address, in percent. For an asset it is the sum over its tokens and can exceed 100.',
      'Share of the largest holder',
    ),
    top_5_holder_concentration: inPercent(
      'Share of the supply at the five largest addresses, in percent. For an asset it is the sum over its tokens and can exceed 100.',
      'Share of the 5 largest holders',
    ),
    top_10_holder_concentration: inPercent(
      'Share of the supply at the ten largest addresses, in percent. For an asset it is the sum over its tokens and can exceed 100.',
      'Share of the 10 largest holders',
    ),
    ...activeAddresses('daily'),
    ...activeAddresses('weekly'),
    ...activeAddresses('monthly'),
    ...activeAddresses('quarterly'),
    ...activeAddresses('annually'),
    ...activeAddresses('trailing_7_day'),
    ...activeAddresses('trailing_30_day'),
    ...unseen({ ...activeAddresses('trailing_90_day'), ...activeAddresses('trailing_365_day') }),
  }),
  ...group('Transfers', {
    ...inTokensAndDollars(
      'daily_transfer_volume',
      'Daily transfer volume',
      'Amount transferred on the last day that had any, however long ago',
    ),
    number_of_daily_transactions_count: asCount(
      'Number of mints, burns and transfers on the last day that had any, however long ago.',
      'Daily transactions',
    ),
    ...transferCountAndVolume('weekly'),
    ...transferCountAndVolume('monthly'),
    ...transferCountAndVolume('trailing_7_day'),
    ...transferCountAndVolume('trailing_30_day'),
  }),
  ...group('Mints and burns', {
    ...inTokensAndDollars(
      'daily_mints',
      'Daily mints',
      'Amount of new tokens minted on the last day that had any, however long ago',
    ),
    ...inTokensAndDollars(
      'daily_burns',
      'Daily burns',
      'Amount of tokens burned on the last day that had any, however long ago',
    ),
    ...inTokensAndDollars(
      'adjusted_daily_mints',
      'Daily mints (adjusted)',
      'Amount of new tokens minted on the last day that had any, however long ago, without mints that only move tokens across a bridge',
    ),
    ...inTokensAndDollars(
      'adjusted_daily_burns',
      'Daily burns (adjusted)',
      'Amount of tokens burned on the last day that had any, however long ago, without burns that only move tokens across a bridge',
    ),
  }),
  ...group(
    'Bridges',
    unseen({
      ...bridgeVolumes('daily'),
      ...bridgeVolumes('weekly'),
      ...bridgeVolumes('monthly'),
      ...bridgeVolumes('trailing_7_day'),
      ...bridgeVolumes('trailing_30_day'),
    }),
  ),
];

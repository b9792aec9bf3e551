import type { AggregatePlan } from './aggregatePlan.ts';
import { aggregateOrder, groupColumns, daysTable, membersTable } from './aggregateTables.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import { compileWhere } from '../../store/query/compile.ts';
import { splitDays } from './splitDays.ts';

/** SQL that answers an aggregate in one statement, with the functions of `seriesFunctions.ts`. */
export interface AggregateSql {
  /**
   * Rows of `total` (all groups), `measure_id`, `measure_slug`, `measure_name`, `measure_unit`, `group_id`, `group_name`,
   * `group_color` and `answer` (a value, or the JSON text of points). A page without groups has one row with nothing but the
   * total.
   */
  readonly sql: string;
  readonly parameters: Readonly<Record<string, SqlValue>>;
}

export function aggregateSql(plan: AggregatePlan): AggregateSql {
  const filter = compileAggregateFilter(plan.filter);
  const ctes = plan.shape === 'points' ? pointsCtes(plan, filter) : valueCtes(plan, filter);
  return {
    sql: `WITH ${ctes}
      SELECT counted.total, measure.measure_id, measure.measure_slug, measure.measure_name, measure.measure_unit,
        answered.group_id, answered.group_name, answered.group_color, answered.answer
      FROM (SELECT count(*) AS total FROM ${plan.shape === 'points' ? 'wanted' : 'answers'}) counted
      LEFT JOIN (SELECT * FROM answers ${aggregateOrder(plan)} ${plan.shape === 'points' ? '' : page}) answered
      LEFT JOIN measures measure ON measure.measure_id = answered.measure_id
      ${aggregateOrder(plan, 'answered.')}`,
    parameters: {
      ...filter.parameters,
      interval: plan.interval,
      limit: plan.perPage,
      offset: (plan.page - 1) * plan.perPage,
    },
  };
}

const page = 'LIMIT :limit OFFSET :offset';

/**
 * The groups of the page are found first, so that only their series are made. Rule: service notes, "Aggregates and timeseries": a
 * group without a point in the window is left out.
 */
function pointsCtes(plan: AggregatePlan, filter: AggregateFilter): string {
  const { id } = groupColumns[plan.groupType];
  const direction = plan.sort.field === 'date' && plan.sort.direction === 'desc' ? 'DESC' : 'ASC';
  return `latest AS MATERIALIZED (
      SELECT max(r.day) - series_shift() AS day FROM series_days(series_calendar(), 'day') r WHERE ${filter.days}
    ),
    wanted AS MATERIALIZED (
      SELECT DISTINCT r.measure_id, ${id} AS group_id
      FROM aggregates r
      JOIN token_series t ON t.token_id = r.token_id
      JOIN asset_series a ON a.asset_id = r.asset_id
      WHERE ${filter.members} AND ${hasFigure}
        AND max(r.first_day, a.first_day + r.lag) <= (SELECT day FROM latest)
    ),
    wanted_page AS MATERIALIZED (SELECT * FROM wanted ${aggregateOrder(plan)} ${page}),
    ${groupedCte(plan, filter, `JOIN wanted_page ON wanted_page.measure_id = r.measure_id AND wanted_page.group_id IS ${id}`)},
    answers AS (
      SELECT *, (
        SELECT json_group_array(json_array(date(period * 86400, 'unixepoch'), value) ORDER BY period ${direction})
        FROM (
          SELECT r.period, ${valueOfPeriod(plan)} AS value, max(r.day)
          FROM series_days(grouped.series, :interval) r WHERE ${filter.days} GROUP BY r.period
        )
      ) AS answer
      FROM grouped
    )`;
}

function valueCtes(plan: AggregatePlan, filter: AggregateFilter): string {
  const answers =
    plan.groupType === 'date'
      ? `SELECT grouped.measure_id, date(r.period * 86400, 'unixepoch') AS group_id,
          date(r.period * 86400, 'unixepoch') AS group_name, NULL AS group_color,
          ${valueOfPeriod(plan)} AS answer, max(r.day)
        FROM grouped JOIN series_days(grouped.series, :interval) r
        WHERE ${filter.days} GROUP BY grouped.measure_id, r.period`
      : `SELECT *, (
          SELECT answer FROM (
            SELECT ${valueOfPeriod(plan)} AS answer, max(r.day)
            FROM series_days(grouped.series, 'all') r WHERE ${filter.days}
          )
        ) AS answer
        FROM grouped`;
  return `${groupedCte(plan, filter, '')}, answers AS MATERIALIZED (${answers})`;
}

/**
 * Beside `max(r.day)`, `r.value` is that of the last day. Rule: service notes, "Aggregates and timeseries": `stock` is the last
 * value in the period, `flow` the total over it.
 */
function valueOfPeriod({ mode }: AggregatePlan): string {
  return mode === 'stock' ? 'r.value' : 'sum(r.value)';
}

/** `grouped`: the joined series of each group. `pageJoin` narrows the members to those of a page. */
function groupedCte(plan: AggregatePlan, filter: AggregateFilter, pageJoin: string): string {
  const { id, name, color } = groupColumns[plan.groupType];
  const members = `SELECT r.measure_id, ${id} AS group_id, ${name} AS group_name, ${color} AS group_color,
        r.asset_id, r.steps IS NULL AS is_shared, ${seriesOfMember} AS series
      FROM aggregates r ${pageJoin}
      JOIN token_series t ON t.token_id = r.token_id
      JOIN asset_series a ON a.asset_id = r.asset_id
      WHERE ${filter.members}`;
  const ofAssets = `SELECT measure_id, group_id, group_name, group_color, series_asset(series, is_shared) AS series
      FROM (${members}) GROUP BY measure_id, group_id, asset_id`;
  return `grouped AS MATERIALIZED (
      SELECT measure_id, group_id, group_name, group_color, series_${plan.aggregateFunction}(series) AS series
      FROM (${plan.kind === 'assets' ? ofAssets : members})
      GROUP BY measure_id, group_id
    )`;
}

/** True where the token has the measure: it was ever minted, and its asset has what the measure is made from. */
const hasFigure = `(length(t.supply) > 0 AND CASE r.prices
        WHEN 'value' THEN a.has_value
        WHEN 'price' THEN a.has_price
        WHEN 'principal' THEN a.has_value AND a.lent_part IS NOT NULL
        WHEN 'apy_7_day' THEN a.has_yield
        WHEN 'apy_30_day' THEN a.has_yield
        ELSE 1
      END)`;

/** Only the bytes that the measure is made from are read. */
const seriesOfMember = `CASE WHEN ${hasFigure} THEN series(
        r.form,
        CASE r.steps
          WHEN 'supply' THEN t.supply WHEN 'circulating' THEN t.circulating WHEN 'holders' THEN t.holders
          WHEN 'transfers' THEN t.transfers WHEN 'mints' THEN t.mints WHEN 'burns' THEN t.burns
          WHEN 'transactions' THEN t.transactions WHEN 'transfer_counts' THEN t.transfer_counts
          WHEN 'active' THEN t.active WHEN 'month_active' THEN sample_month_active(r.token_id)
        END,
        r.prices IS NOT NULL,
        CASE WHEN r.prices IS NOT NULL THEN series_prices(r.asset_id, r.prices) END,
        CASE r.prices WHEN 'principal' THEN a.lent_part ELSE 1 END,
        a.first_day,
        r.first_day
      ) END`;

/** The filter of an aggregate in SQL: one part over the table of tokens and measures, one over the days of a series. */
interface AggregateFilter {
  /** Over `aggregates r`. */
  readonly members: string;
  /** Over `series_days(…) r`. */
  readonly days: string;
  readonly parameters: Readonly<Record<string, SqlValue>>;
}

function compileAggregateFilter(filter: Filter | undefined): AggregateFilter {
  const { members, days } = splitDays(filter ?? { filters: [] });
  const compiledMembers = compileWhere(membersTable, members, { openFields: false });
  const compiledDays = compileWhere(daysTable, days, { openFields: false });
  return {
    members: compiledMembers.where,
    // Both parts name their parameters alike and are bound together.
    days: compiledDays.where.replace(/:p(\d+)/g, ':day$1'),
    parameters: {
      ...compiledMembers.parameters,
      ...Object.fromEntries(
        Object.entries(compiledDays.parameters).map(([name, value]) => [name.replace('p', 'day'), value]),
      ),
    },
  };
}

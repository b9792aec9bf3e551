import type Database from 'better-sqlite3';
import type { Filter, Query } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { aggregateSql } from '../../../main/sample-service/answers/aggregateSql.ts';
import { planAggregate, type AggregateShape } from '../../../main/sample-service/answers/aggregatePlan.ts';
import { quantile, type Figure } from '../figure.ts';
import { besideBare, timeOf, type Ask } from './asking.ts';

/** Aggregates and timeseries, each question new to the service. */

const valueMeasure: Filter = { operator: 'equals', field: 'measure_slug', value: 'total_asset_value_dollar' };

const aggregates: readonly {
  name: string;
  kind: 'assets' | 'tokens';
  shape: AggregateShape;
  query: Query;
}[] = [
  {
    name: 'aggregate by network',
    kind: 'tokens',
    shape: 'value',
    query: { aggregate: { groupBy: 'network_id' } },
  },
  {
    name: 'aggregate of assets by class',
    kind: 'assets',
    shape: 'value',
    query: { aggregate: { groupBy: 'asset_class_id' } },
  },
  {
    name: 'timeseries of everything, by month',
    kind: 'tokens',
    shape: 'points',
    query: { aggregate: { groupBy: 'date', interval: 'month' } },
  },
  {
    name: 'timeseries of everything, by day',
    kind: 'tokens',
    shape: 'points',
    query: { aggregate: { groupBy: 'date', interval: 'day' } },
  },
  {
    name: 'timeseries by network, by month',
    kind: 'tokens',
    shape: 'points',
    query: { aggregate: { groupBy: 'network', interval: 'month' } },
  },
  {
    name: 'timeseries of assets, 25 by week',
    kind: 'assets',
    shape: 'points',
    query: { aggregate: { groupBy: 'asset', interval: 'week' } },
  },
];

export async function aggregateFigures(ask: Ask, database: Database.Database): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, kind, shape, query } of aggregates) {
    const path = `${resources[kind].path}/aggregates${shape === 'points' ? '/timeseries' : ''}`;
    const times: number[] = [];
    const bareTimes: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      // The service keeps its answers: another first day makes another question of the same size.
      const since = new Date(Date.UTC(2021, 10, turn + 1)).toISOString().slice(0, 10);
      const filter: Filter = {
        filters: [valueMeasure, { operator: 'onOrAfter', field: 'date', value: since }],
      };
      const asked = { ...query, filter };
      const { sql, parameters } = aggregateSql(planAggregate(kind, shape, asked));
      const statement = database.prepare(sql);
      times.push(await ask(path, asked));
      bareTimes.push(timeOf(() => statement.all(parameters)));
    }
    figures.push(...besideBare(name, times, { name: 'bare SQL', times: bareTimes }, true));
    figures.push({ name: `${name}: p95`, value: quantile(times, 0.95), unit: 'ms' });
  }
  return figures;
}

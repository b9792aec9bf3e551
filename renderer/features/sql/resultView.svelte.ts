import type { SqlResult } from '../../../preload/contract/sql.ts';
import { firstDefinition } from './resultTotals.ts';

export type ResultShape = 'table' | 'chart' | 'pivot';

/** How a result is shown, while its tab is open. */
export class ResultView {
  shape = $state<ResultShape>('table');
  definition = $state.raw<ReturnType<typeof firstDefinition>>({ rows: [], measures: [] });
  /** The figure of a chart with a second axis, by its place among the measures. */
  drawn = $state(0);
  /** A chart of days has bars rather than lines. */
  bars = $state(false);

  constructor({ columns }: Pick<SqlResult, 'columns'>) {
    this.definition = firstDefinition(columns);
  }
}

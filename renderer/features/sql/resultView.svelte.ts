export type ResultShape = 'table' | 'chart';

/** The view of a result while its tab is open. */
export class ResultView {
  shape = $state<ResultShape>('table');
  /** A chart of days has bars rather than lines. */
  bars = $state(false);
}

export type ResultShape = 'table' | 'chart';

/** How a result is shown, while its tab is open. */
export class ResultView {
  shape = $state<ResultShape>('table');
  /** A chart of days has bars rather than lines. */
  bars = $state(false);
}

export type ResultShape = 'table' | 'chart';

export class ResultView {
  shape = $state<ResultShape>('table');
  /** Bars rather than lines for days. */
  bars = $state(false);
}

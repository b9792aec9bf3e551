export { measureLabel } from './labels.ts';
export { startOf } from './timeseries/ranges.ts';
export { timeseriesState, type SeriesState } from './timeseries/series.svelte.ts';

export { default as GroupsChart } from './GroupsChart.svelte';
export type { TotalsDrawing } from './totalsChart.ts';
export { default as TotalsPanel } from './TotalsPanel.svelte';

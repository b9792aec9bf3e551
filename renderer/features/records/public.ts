export { default as ConditionPills } from './browser/ConditionPills.svelte';
export { default as RecordGrid } from './browser/RecordGrid.svelte';
export type { SelectedCells } from './browser/selectedCells.ts';
export { default as StatusLine } from './browser/StatusLine.svelte';
export { ListState } from './list.svelte.ts';
export { default as NestedValue } from './record/NestedValue.svelte';
export { default as RecordProvenance } from './record/RecordProvenance.svelte';
export { RecordState } from './record.svelte.ts';

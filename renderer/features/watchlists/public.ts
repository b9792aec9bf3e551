/** What other features show of watchlists. */
export { default as FlowTable } from './FlowTable.svelte';
export { watchOf } from './watch.svelte.ts';

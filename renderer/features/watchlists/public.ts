export { default as FlowTable } from './FlowTable.svelte';
export { watchOf } from './watch.svelte.ts';

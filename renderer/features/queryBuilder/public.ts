/** What the browser of records shows of the query builder. */
export { default as QueryPanel } from './QueryPanel.svelte';

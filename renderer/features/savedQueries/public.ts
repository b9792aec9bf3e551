/** For other features. */
export { savedQueriesOf } from './savedQueries.svelte.ts';

/** What other features read of saved queries. */
export { savedQueriesOf } from './savedQueries.svelte.ts';

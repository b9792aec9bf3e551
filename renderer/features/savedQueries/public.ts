export { savedQueriesOf } from './savedQueries.svelte.ts';

/**
 * Where the code of the worker threads, and of the process for SQL, lies, beside the entry point that starts them: as sources when the entry point runs
 * unbuilt, as bundles of their own when it was built.
 */
export function workerUrls(entryUrl: string): {
  store: URL;
  sample: URL;
  export: URL;
  mirror: URL;
  wallets: URL;
  queries: URL;
  sql: URL;
} {
  return entryUrl.endsWith('.ts')
    ? {
        store: besides(entryUrl, 'store/worker.ts'),
        sample: besides(entryUrl, 'sample-service/worker.ts'),
        export: besides(entryUrl, 'features/exports/thread/worker.ts'),
        mirror: besides(entryUrl, 'features/mirrors/thread/worker.ts'),
        wallets: besides(entryUrl, 'features/watchlists/wallets/worker.ts'),
        queries: besides(entryUrl, 'features/savedQueries/worker.ts'),
        sql: besides(entryUrl, 'features/sql/process/entry.ts'),
      }
    : {
        store: besides(entryUrl, 'store-worker.js'),
        sample: besides(entryUrl, 'sample-worker.js'),
        export: besides(entryUrl, 'export-worker.js'),
        mirror: besides(entryUrl, 'mirror-worker.js'),
        wallets: besides(entryUrl, 'wallets-worker.js'),
        queries: besides(entryUrl, 'queries-worker.js'),
        sql: besides(entryUrl, 'sql-process.js'),
      };
}

/** Named at run time, so that the bundler leaves it alone. */
function besides(entryUrl: string, path: string): URL {
  return new URL(path, entryUrl);
}

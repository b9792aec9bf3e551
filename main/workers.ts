/** URLs of threads and the SQL process, beside the entry point: sources if unbuilt, else bundles. */
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
        store: resolveBeside(entryUrl, 'store/worker.ts'),
        sample: resolveBeside(entryUrl, 'sample-service/worker.ts'),
        export: resolveBeside(entryUrl, 'features/exports/thread/worker.ts'),
        mirror: resolveBeside(entryUrl, 'features/mirrors/thread/worker.ts'),
        wallets: resolveBeside(entryUrl, 'features/watchlists/wallets/worker.ts'),
        queries: resolveBeside(entryUrl, 'features/savedQueries/worker.ts'),
        sql: resolveBeside(entryUrl, 'features/sql/process/entry.ts'),
      }
    : {
        store: resolveBeside(entryUrl, 'store-worker.js'),
        sample: resolveBeside(entryUrl, 'sample-worker.js'),
        export: resolveBeside(entryUrl, 'export-worker.js'),
        mirror: resolveBeside(entryUrl, 'mirror-worker.js'),
        wallets: resolveBeside(entryUrl, 'wallets-worker.js'),
        queries: resolveBeside(entryUrl, 'queries-worker.js'),
        sql: resolveBeside(entryUrl, 'sql-process.js'),
      };
}

/** Named at run time, so that the bundler does not resolve it. */
function resolveBeside(entryUrl: string, path: string): URL {
  return new URL(path, entryUrl);
}

import { readdirSync } from 'node:fs';
import type { ImportTable } from './importBorders.ts';

/**
 * Who may import whom. Each module names the modules it may import; a module may always import itself.
 * `electron` in a list allows the module `electron`. Nothing outside `test` may import `test`.
 */
export const modules: ImportTable = {
  'preload/contract': [],
  'preload/index.ts': ['preload/contract', 'electron'],
  renderer: ['preload/contract'],
  'renderer/shell': [
    'preload/contract',
    'renderer/bridge.ts',
    'renderer/ui',
    'renderer/fields',
    'renderer/format',
  ],
  'renderer/query': [
    'preload/contract',
    'renderer/bridge.ts',
    'renderer/shell',
    'renderer/ui',
    'renderer/fields',
    'renderer/format',
  ],
  'renderer/format': ['preload/contract'],
  'renderer/fields': ['preload/contract', 'renderer/format'],
  'renderer/ui': ['preload/contract', 'renderer/format', 'renderer/fields'],
  'renderer/features': [
    'preload/contract',
    'renderer/bridge.ts',
    'renderer/shell',
    'renderer/query',
    'renderer/ui',
    'renderer/fields',
    'renderer/format',
  ],
  'main/platform': ['preload/contract'],
  'main/data-service': ['preload/contract'],
  'main/store': [
    'preload/contract',
    'main/platform',
    'main/movements',
    'main/sync/proof',
    'main/sync/tables',
  ],
  'main/movements': ['preload/contract', 'main/store/query', 'main/store/cache'],
  'main/sync/proof': ['preload/contract'],
  'main/sync/tables': ['preload/contract', 'main/platform', 'main/store', 'main/sync/proof'],
  'main/sync': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/jobs',
    'main/features/records',
  ],
  'main/sample-service': ['preload/contract', 'main/platform', 'main/store/query'],
  'main/features/metadata': ['preload/contract', 'main/platform', 'main/data-service', 'main/store'],
  'main/features/records': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/jobs',
    'main/features/metadata',
    'main/sync/proof',
  ],
  'main/features/aggregates': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/records',
    'main/sync/proof',
  ],
  'main/features/search': ['preload/contract', 'main/data-service', 'main/store', 'main/features/records'],
  'main/features/jobs': ['preload/contract', 'main/platform'],
  'main/features/caches': [
    'preload/contract',
    'main/platform',
    'main/store',
    'main/features/jobs',
    'main/sync',
  ],
  'main/features/changes': ['preload/contract', 'main/store'],
  'main/features/annotations': ['preload/contract', 'main/store'],
  'main/features/computedColumns': ['preload/contract', 'main/platform', 'main/store'],
  'main/features/savedQueries': ['preload/contract', 'main/platform', 'main/store'],
  'main/features/sql': ['preload/contract', 'main/platform', 'main/store'],
  'main/features/connections': ['preload/contract', 'main/platform', 'main/data-service', 'main/store'],
  'main/features/icons': ['preload/contract', 'main/data-service'],
  'main/features/updates': ['preload/contract', 'main/platform'],
  'main/features/support': ['preload/contract', 'main/platform', 'main/services.ts'],
  'main/features/watchlists': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/records',
    'main/sync',
  ],
  'main/features/exports': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/jobs',
    'main/features/records',
    'main/sync',
  ],
  'main/features/mirrors': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/jobs',
    'main/features/metadata',
    'main/features/records',
    'main/features/exports',
    'main/sync',
  ],
  'main/features/schedules': [
    'preload/contract',
    'main/platform',
    'main/data-service',
    'main/store',
    'main/features/jobs',
    'main/sync',
    'main/features/savedQueries',
    'main/features/exports',
  ],
  'main/electron': ['preload/contract', 'main', 'electron'],
  'main/cli': ['preload/contract', 'main'],
  'main/*.ts': ['preload/contract', 'main'],
};

/** Which features of the window use another feature, by its `public.ts`. All others meet in the shell, by what they register. */
export const usedFeatures: Readonly<Record<string, readonly string[]>> = {
  compare: ['records'],
  jobs: ['mirrors'],
  overview: ['aggregates', 'watchlists'],
  records: ['queryBuilder', 'totals'],
  schedules: ['savedQueries'],
  sql: ['totals'],
  wallets: ['watchlists'],
  watchlists: ['records'],
};

const features = 'renderer/features';

/** `modules`, with a module for each feature of the window. */
export const borders: ImportTable = {
  ...modules,
  ...Object.fromEntries(
    readdirSync(new URL(`../../${features}`, import.meta.url)).map((name) => [
      `${features}/${name}`,
      [
        ...(modules[features] ?? []),
        ...(usedFeatures[name] ?? []).map((used) => `${features}/${used}/public.ts`),
      ],
    ]),
  ),
};

import type { Command } from 'commander';
import { sharedOptionsSchema, withSharedOptions } from '../options.ts';
import type { Task } from '../task.ts';

/** Inspect, open or clear the local cache. */
export function addCacheCommands(program: Command, take: (task: Task) => void): void {
  const cache = program.command('cache').description('Inspect, open or clear the local cache.');
  withSharedOptions(
    cache
      .command('info')
      .description('Show how many records of each resource are cached, and the size of the cache.'),
  )
    .addHelpText('after', '\nExamples:\n  rwa-explorer cache info')
    .action((options: unknown) => {
      take({ do: 'cache-info', ...sharedOptionsSchema.parse(options) });
    });
  withSharedOptions(
    cache
      .command('open')
      .description(
        'Store the views of SQL in the cache, and show how to read them from Python, DuckDB, DBeaver and the sqlite3 shell.',
      ),
  )
    .addHelpText(
      'after',
      `
The views are those of \`rwa-explorer sql\`. They stay in the file. The app may be open.

Examples:
  rwa-explorer cache open`,
    )
    .action((options: unknown) => {
      take({ do: 'cache-open', ...sharedOptionsSchema.parse(options) });
    });
  withSharedOptions(
    cache
      .command('clear')
      .description('Delete all cached records. Saved views, labels and settings are not deleted.'),
  )
    .addHelpText('after', '\nExamples:\n  rwa-explorer cache clear')
    .action((options: unknown) => {
      take({ do: 'cache-clear', ...sharedOptionsSchema.parse(options) });
    });
}

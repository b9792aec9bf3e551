import type { Command } from 'commander';
import { placeSchema, withPlace } from '../options.ts';
import type { Task } from '../task.ts';

/** What is kept of the service on this computer. */
export function addCacheCommands(program: Command, take: (task: Task) => void): void {
  const cache = program.command('cache').description('What is kept of the service on this computer.');
  withPlace(
    cache
      .command('info')
      .description('How many records of each resource are cached, and how large the cache is.'),
  )
    .addHelpText('after', '\nExamples:\n  rwa-explorer cache info')
    .action((options: unknown) => {
      take({ do: 'cache-info', ...placeSchema.parse(options) });
    });
  withPlace(
    cache.command('clear').description('Removes what is cached. Saved queries, labels and settings stay.'),
  )
    .addHelpText('after', '\nExamples:\n  rwa-explorer cache clear')
    .action((options: unknown) => {
      take({ do: 'cache-clear', ...placeSchema.parse(options) });
    });
}

import type { Command } from 'commander';
import { z } from 'zod';
import { sharedOptionsSchema, readList, withSharedOptions } from '../options.ts';
import type { Task } from '../task.ts';

/** Work with the watchlists made in the app. */
export function addWatchCommands(program: Command, take: (task: Task) => void): void {
  const watch = program.command('watch').description('Work with the watchlists made in the app.');
  withSharedOptions(
    watch
      .command('check')
      .description('Check the watchlists that are on once, and print each new transaction.')
      .option('--list <names>', 'only these lists, by name or id, apart by commas', readList, []),
  )
    .addHelpText(
      'after',
      `
Each line is a new transaction with the lists it is new in. What a list had before it was checked for the first time is not
new. The transactions stand as unread in the app, and the requests count against its limit.

Exit codes: 0 done, 2 usage, 3 key, 4 no such list, 5 rate limit, 6 unreachable. What was found before a failure is printed.

Examples:
  rwa-explorer watch check
  rwa-explorer watch check --list "Treasury desk" >> new-transactions.jsonl`,
    )
    .action((options: unknown) => {
      take({ do: 'watch-check', ...checkSchema.parse(options) });
    });
}

const checkSchema = sharedOptionsSchema.extend({ list: z.array(z.string()) });

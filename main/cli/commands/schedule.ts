import type { Command } from 'commander';
import { z } from 'zod';
import { sharedOptionsSchema, withSharedOptions } from '../options.ts';
import type { Task } from '../task.ts';

const runSchema = sharedOptionsSchema
  .extend({ once: z.boolean(), watch: z.boolean() })
  .refine(({ once, watch }) => once !== watch);

/** The schedules made in the app, without the app. */
export function addScheduleCommands(program: Command, take: (task: Task) => void): void {
  const schedule = program
    .command('schedule')
    .description('List and run the schedules made in the app, without the app.');
  withSharedOptions(
    schedule
      .command('list')
      .description('Print each schedule with its next due time and its last run.')
      .addHelpText('after', '\nExamples:\n  rwa-explorer schedule list'),
  ).action((options: unknown) => {
    take({ do: 'schedule-list', ...sharedOptionsSchema.parse(options) });
  });
  withSharedOptions(
    schedule
      .command('run')
      .description('Run what is due, and print each run.')
      .option('--once', 'run everything that is due now, then end', false)
      .option('--watch', 'go on until stopped, and run everything when it is due', false),
  )
    .addHelpText(
      'after',
      `
Of the due times that passed while nothing ran only the latest is run; "missed" counts the others. No run is made twice, also where
the app or another command runs schedules at the same time. A failed run that may succeed later is run again after 5, 15 and 60 minutes,
by whichever of them is running then.

The key in RWA_API_KEY is used for schedules of --base-url, or of the standard base URL. Other connections use the keychain.

Exit codes of --once: 0 done or nothing due, 7 done with a file that may lack records, else that of the first run that failed.

Examples:
  rwa-explorer schedule run --once
  rwa-explorer schedule run --watch`,
    )
    .action((options: unknown) => {
      const parsed = runSchema.safeParse(options);
      if (!parsed.success) return program.error('Add either --once or --watch.');
      const { once: _, ...task } = parsed.data;
      return take({ do: 'schedule-run', ...task });
    });
}

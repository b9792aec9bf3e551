import type { Command } from 'commander';
import { z } from 'zod';
import { sharedOptionsSchema } from '../options.ts';
import type { Task } from '../task.ts';

const optionsSchema = sharedOptionsSchema
  .pick({ userDataDir: true })
  .extend({ list: z.boolean(), copy: z.string().optional() });

/** Copies of settings, watchlists, labels and other things that the user has made. */
export function addRestoreCommand(program: Command, take: (task: Task) => void): void {
  program
    .command('restore')
    .description(
      'Restores settings, connections, watchlists, labels and saved views from a copy. The current ones are kept under another name.',
    )
    .option('--list', 'list the copies, the newest first', false)
    .option('--copy <name>', 'this copy instead of the newest sound one')
    .option('--user-data-dir <dir>', 'the folder of the app’s data')
    .addHelpText('after', '\nExamples:\n  rwa-explorer restore --list\n  rwa-explorer restore')
    .action((options: unknown) => {
      take({ do: 'restore', ...optionsSchema.parse(options) });
    });
}

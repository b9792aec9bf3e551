import type { Command } from 'commander';
import { z } from 'zod';
import {
  readList,
  sharedOptionsSchema,
  withSharedOptions,
  type SharedOptions,
  type TaskOf,
} from '../options.ts';

const checkSchema = sharedOptionsSchema.extend({ list: z.array(z.string()) });
const restoreSchema = sharedOptionsSchema
  .pick({ userDataDir: true })
  .extend({ list: z.boolean(), copy: z.string().optional() });

type CacheTask = TaskOf<'cache-info' | 'cache-open' | 'cache-clear', SharedOptions>;
export type KeyTask = TaskOf<'key-set' | 'key-clear' | 'key-status', SharedOptions>;
/** `list`: names or ids; empty for all active ones. */
export type WatchTask = TaskOf<'watch-check', z.infer<typeof checkSchema>>;
export type RestoreTask = TaskOf<'restore', z.infer<typeof restoreSchema>>;
export type SampleTask = TaskOf<'serve-sample', { args: readonly string[] }>;
export type LocalTask = CacheTask | KeyTask | WatchTask | RestoreTask | SampleTask;

export function addLocalCommands(program: Command, take: (task: LocalTask) => void): void {
  const add = (
    group: Command,
    task: (CacheTask | KeyTask)['do'],
    description: string,
    help: string,
  ): void => {
    withSharedOptions(group.command(task.replace(/^.*-/, '')).description(description))
      .addHelpText('after', `\n${help}`)
      .action((options: unknown) => {
        take({ do: task, ...sharedOptionsSchema.parse(options) });
      });
  };

  const cache = program.command('cache').description('Inspect, open or clear the local cache.');
  add(
    cache,
    'cache-info',
    'Show how many records of each resource are cached, and the size of the cache.',
    'Examples:\n  rwa-explorer cache info',
  );
  add(
    cache,
    'cache-open',
    'Store the views of SQL in the cache, and show how to read them from Python, DuckDB, DBeaver and the sqlite3 shell.',
    `The views are those of \`rwa-explorer sql\`. They stay in the file. The app may be open.

Examples:
  rwa-explorer cache open`,
  );
  add(
    cache,
    'cache-clear',
    'Delete all cached records. Saved views, labels and settings are not deleted.',
    'Examples:\n  rwa-explorer cache clear',
  );

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

  const key = program.command('key').description('Manage the API key in the system keychain.');
  add(
    key,
    'key-set',
    'Test an API key and store it. Enter it at the hidden prompt, or pipe it to standard input.',
    'Examples:\n  rwa-explorer key set\n  rwa-explorer key set < key.txt',
  );
  add(key, 'key-clear', 'Removes the key.', 'Examples:\n  rwa-explorer key clear');
  add(
    key,
    'key-status',
    'Show whether a key is stored, where, and its last four characters.',
    'Examples:\n  rwa-explorer key status',
  );

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
      take({ do: 'restore', ...restoreSchema.parse(options) });
    });

  program
    .command('serve-sample')
    .description('Serve the sample data on this computer until stopped. Prints the address and the key.')
    .argument('[options...]', 'see serve-sample --help')
    .helpOption(false)
    .allowUnknownOption()
    .addHelpText('after', '\nExamples:\n  rwa-explorer serve-sample --port 8787 --key KEY')
    .action((args: unknown) => {
      take({ do: 'serve-sample', args: z.array(z.string()).parse(args) });
    });
}

import type { Command } from 'commander';
import { z } from 'zod';
import { serviceOptionsSchema } from '../../sample-service/options.ts';
import {
  readList,
  readWith,
  sharedOptionsSchema,
  withSharedOptions,
  type SharedOptions,
  type TaskOf,
} from '../options.ts';

const checkSchema = sharedOptionsSchema.extend({ list: z.array(z.string()) });
const restoreSchema = sharedOptionsSchema
  .pick({ userDataDir: true })
  .extend({ list: z.boolean(), copy: z.string().optional() });

const sampleSchema = serviceOptionsSchema.partial({ cacheFolder: true });

type CacheTask = TaskOf<'cache-info' | 'cache-open' | 'cache-clear', SharedOptions>;
export type KeyTask = TaskOf<'key-set' | 'key-clear' | 'key-status', SharedOptions>;
/** `list`: names or ids; empty for all active ones. */
export type WatchTask = TaskOf<'watch-check', z.infer<typeof checkSchema>>;
export type RestoreTask = TaskOf<'restore', z.infer<typeof restoreSchema>>;
export type SampleTask = TaskOf<'serve-sample', { options: z.infer<typeof sampleSchema> }>;
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

  const { shape } = serviceOptionsSchema;
  program
    .command('serve-sample')
    .description('Serve the sample data on this computer until stopped. Prints the address and the key.')
    .option('--port <number>', 'port on 127.0.0.1, 0 for a free one', readNumber(shape.port), 8787)
    .option('--key <key>', 'the API key to accept (a random one)', readWith(shape.key))
    .option('--seed <number>', 'seed of the data (1)', readNumber(shape.seed))
    .option('--assets <number>', 'number of assets (3500)', readNumber(shape.assets))
    .option('--transactions <number>', 'number of transactions (200000)', readNumber(shape.transactions))
    .option('--odd', 'add names that break programs, extreme sizes and meaningless sums')
    .option('--repeat-days', 'repeat the last daily figure in timeseries on days without any')
    .option('--rate <number>', 'requests to /v4/transactions in an hour (120)', readNumber(shape.ratePerHour))
    .option('--live <number>', 'new transactions a minute while it runs (0)', readNumber(shape.livePerMinute))
    .option(
      '--today <day>',
      'day of the newest figures, such as 2026-01-31 (yesterday)',
      readWith(shape.today),
    )
    .option(
      '--cache <folder>',
      'where generated data is stored (the user’s cache folder)',
      readWith(shape.cacheFolder),
    )
    .addHelpText('after', '\nExamples:\n  rwa-explorer serve-sample --port 8787 --key KEY')
    .action(({ rate, live, cache, ...options }: Readonly<Record<string, unknown>>) => {
      const renamed = { ratePerHour: rate, livePerMinute: live, cacheFolder: cache };
      take({ do: 'serve-sample', options: sampleSchema.parse({ ...options, ...renamed }) });
    });
}

const readNumber = <T>(schema: z.ZodType<T>): ((text: string) => T) =>
  readWith(schema, (text) => (/^\d+$/.test(text) ? Number(text) : NaN));

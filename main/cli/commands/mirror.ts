import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { mirrorAddressSchema, type MirrorAddress } from '../../../preload/contract/mirrors.ts';
import { querySchema } from '../../../preload/contract/querySchema.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';
import { readMirrorAddress } from '../../features/mirrors/mirrorAddress.ts';
import { UsageError } from '../exitCodes.ts';
import { queryOption, sharedOptionsSchema, wholeNumber, withSharedOptions, type TaskOf } from '../options.ts';

const taskSchema = sharedOptionsSchema.extend({
  query: querySchema,
  to: mirrorAddressSchema,
  plan: z.boolean(),
  days: z.number(),
  /** Rereads everything, not just the latest days. */
  history: z.literal('all').optional(),
  acceptRemovals: z.boolean(),
  follow: z.boolean(),
  /** In minutes. */
  every: z.number(),
});
const optionsSchema = taskSchema.extend({ all: z.boolean() });

/** `subject`: a resource or a saved view; undefined for all resources. */
export type MirrorTask = TaskOf<'mirror', z.infer<typeof taskSchema> & { subject: string | undefined }>;

export function addMirrorCommand(program: Command, take: (task: MirrorTask) => void): void {
  withSharedOptions(
    program
      .command('mirror')
      .description(
        'Copy a resource to PostgreSQL: everything at first, later what has changed. Syncs it into the cache, and waits when the request limit is reached.',
      )
      .addArgument(
        new Argument('[resource|view]', 'whose records: those of a resource, or of a saved view by its name')
          .choices([...resourceNames])
          // For completion only; saved views are looked up later.
          .argParser((text: string) => text),
      )
      .addOption(
        new Option('--to <address>', 'postgres://USER@HOST:PORT/DATABASE/SCHEMA')
          .argParser(readTarget)
          .makeOptionMandatory(),
      )
      .addOption(queryOption())
      .option('--all', 'every resource, one after the other', false)
      .option('--plan', 'say what copying everything takes, and write nothing', false)
      .addOption(
        new Option('--days <days>', 'of transactions: compare so many days before the last run')
          .argParser(wholeNumber(3650))
          .default(7),
      )
      .addOption(
        new Option(
          '--history <which>',
          'of transactions: compare everything, not only the last days',
        ).choices(['all']),
      )
      .option('--accept-removals', 'mark what is gone as deleted, however much it is', false)
      .option('--follow', 'go on until stopped, also after failures that pass', false)
      .addOption(
        new Option('--every <minutes>', 'with --follow: look for changes so often')
          .argParser(wholeNumber(7 * 24 * 60))
          .default(15),
      ),
  )
    .addHelpText(
      'after',
      `
The password of PostgreSQL is that of PGPASSWORD, or of its password file. Connections to other computers are encrypted, and their certificates verified.

Exit codes: 0 done, 1 failure, 2 usage, 3 key or password, 4 query, 5 rate limit, 6 unreachable, 7 done, but not complete.

Examples:
  rwa-explorer mirror assets --to postgres://rwa@db.example.com/analytics/rwa
  rwa-explorer mirror --all --to postgres://rwa@db.example.com/analytics/rwa --follow --every 60
  rwa-explorer mirror transactions --to postgres://rwa@localhost/analytics/rwa --plan
  rwa-explorer mirror "Large mints" --to postgres://rwa@localhost/analytics/mints`,
    )
    .action((subject: unknown, given: unknown) => {
      const { all, ...options } = optionsSchema.parse(given);
      const name = z.string().optional().parse(subject);
      if (all && (name !== undefined || options.query.filter !== undefined))
        throw new UsageError('--all mirrors every resource. Leave out the name and --query.');
      if (!all && name === undefined)
        throw new UsageError('Name a resource or a saved view, or add --all for every resource.');
      take({ do: 'mirror', subject: name, ...options });
    });
}

function readTarget(text: string): MirrorAddress {
  const address = readMirrorAddress(text);
  if ('problem' in address) throw new InvalidArgumentError(address.problem);
  return address;
}

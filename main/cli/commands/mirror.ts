import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { mirrorAddressSchema, type MirrorAddress } from '../../../preload/contract/mirrors.ts';
import { querySchema } from '../../../preload/contract/querySchema.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';
import { readMirrorAddress } from '../../features/mirrors/mirrorAddress.ts';

import { queryOption, sharedOptionsSchema, withSharedOptions } from '../options.ts';
import type { Task } from '../task.ts';

const optionsSchema = sharedOptionsSchema.extend({
  query: querySchema,
  to: mirrorAddressSchema,
  plan: z.boolean(),
  compare: z.boolean(),
  compareEvery: z.number(),
  follow: z.boolean(),
  every: z.number(),
});

/** A copy of a resource in a database of others. */
export function addMirrorCommand(program: Command, take: (task: Task) => void): void {
  withSharedOptions(
    program
      .command('mirror')
      .description(
        'Copy a resource to PostgreSQL: everything at first, later what is new. Waits when the request limit is reached, and resumes where it was stopped.',
      )
      .addArgument(
        new Argument('<resource|view>', 'whose records: those of a resource, or of a saved view by its name')
          .choices([...resourceNames])
          // The choices are for completion: the names of saved views are looked up later.
          .argParser((text: string) => text),
      )
      .addOption(
        new Option('--to <address>', 'postgres://USER@HOST:PORT/DATABASE/SCHEMA')
          .argParser(readTarget)
          .makeOptionMandatory(),
      )
      .addOption(queryOption())
      .option('--plan', 'say what copying everything takes, and write nothing', false)
      .option('--compare', 'read everything again, and mark what is gone from the service', false)
      .addOption(
        new Option('--compare-every <days>', 'do so by itself after so many days')
          .argParser(readDays)
          .default(7),
      )
      .option('--follow', 'go on until stopped', false)
      .addOption(
        new Option('--every <minutes>', 'with --follow: look for new records so often')
          .argParser(readMinutes)
          .default(15),
      ),
  )
    .addHelpText(
      'after',
      `
The password of PostgreSQL is that of PGPASSWORD, or of its password file. Connections to other computers are encrypted, and their certificates verified.

Exit codes: 0 done, 1 failure, 2 usage, 3 key or password, 4 query, 5 rate limit, 6 unreachable.

Examples:
  rwa-explorer mirror assets --to postgres://rwa@db.example.com/analytics/rwa
  rwa-explorer mirror transactions --to postgres://rwa@localhost/analytics/rwa --follow --every 30
  rwa-explorer mirror transactions --to postgres://rwa@localhost/analytics/rwa --plan
  rwa-explorer mirror "Large mints" --to postgres://rwa@localhost/analytics/mints`,
    )
    .action((subject: unknown, options: unknown) => {
      take({
        do: 'mirror',
        subject: z.string().parse(subject),
        ...optionsSchema.parse(options),
      });
    });
}

function readTarget(text: string): MirrorAddress {
  const address = readMirrorAddress(text);
  if ('problem' in address) throw new InvalidArgumentError(address.problem);
  return address;
}

function readDays(text: string): number {
  return readWhole(text, 365);
}

function readMinutes(text: string): number {
  return readWhole(text, 7 * 24 * 60);
}

function readWhole(text: string, most: number): number {
  const parsed = z.coerce.number().int().min(1).max(most).safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${most.toString()}.`);
}

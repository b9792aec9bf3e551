import { InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { readScheduleText } from '../../../preload/contract/scheduleText.ts';
import type { ScheduleContent, ScheduleTimes } from '../../../preload/contract/schedules.ts';
import { sharedOptionsSchema, withSharedOptions, type SharedOptions, type TaskOf } from '../options.ts';
import type { ExportTask } from './exports.ts';
import type { MirrorTask } from './mirror.ts';
import type { SyncTask } from './records.ts';

const taskSchema = sharedOptionsSchema.extend({
  /** Until it is stopped. */
  watch: z.boolean(),
  onFailure: z.string().optional(),
  log: z.string().optional(),
});
const runSchema = taskSchema.extend({ once: z.boolean() }).refine(({ once, watch }) => once !== watch);

const saveSchema = sharedOptionsSchema.extend({
  name: z.string().optional(),
  when: z.custom<ScheduleTimes>().optional(),
  on: z.boolean().optional(),
  off: z.boolean().optional(),
  wait: z.number().optional(),
  late: z.enum(['fail', 'deliver']).optional(),
  replace: z.boolean().default(false),
});

export type ScheduledTask = ExportTask | SyncTask | MirrorTask;
interface Saving extends SharedOptions {
  name: string;
  change: Partial<Pick<ScheduleContent, 'name' | 'times' | 'on' | 'waitMinutes' | 'late'>>;
  work: ScheduledTask | undefined;
  replace: boolean;
}
export type ScheduleSaveTask = TaskOf<'schedule-add' | 'schedule-edit', Saving>;
export type ScheduleRunTask = TaskOf<'schedule-run', z.infer<typeof taskSchema>>;
export type ScheduleTask =
  | ScheduleSaveTask
  | ScheduleRunTask
  | TaskOf<'schedule-remove', SharedOptions & { name: string }>
  | TaskOf<'schedule-list', SharedOptions>;

/** `readWork` reads the arguments of the scheduled command; undefined if it cannot be scheduled. */
export function addScheduleCommands(
  program: Command,
  take: (task: ScheduleTask) => void,
  readWork: (words: readonly string[]) => ScheduledTask | undefined,
): void {
  const schedule = program
    .command('schedule')
    .description('Make, list and run schedules, without the app.')
    .enablePositionalOptions();
  withSharedOptions(
    schedule
      .command('list')
      .description('Print each schedule with its next due time and its last run.')
      .addHelpText('after', '\nExamples:\n  rwa-explorer schedule list'),
  ).action((options: unknown) => {
    take({ do: 'schedule-list', ...sharedOptionsSchema.parse(options) });
  });

  const addSaving = (command: Command, task: 'schedule-add' | 'schedule-edit', examples: string): void => {
    withSharedOptions(
      command
        .argument('[command...]', 'after --: an export, a sync or a mirror, as it is typed')
        .option('--wait <minutes>', 'how long a run may wait for the request limit; 60 at first', Number)
        .addOption(
          new Option(
            '--late <how>',
            'after that wait: fail, or deliver what is cached; fail at first',
          ).choices(['fail', 'deliver']),
        ),
    )
      .addHelpText(
        'after',
        `
--when takes “hourly at minute 15”, “daily at 07:30”, “weekly on Monday at 07:30”, “monthly on day 1 at 07:30” and
“monthly on the last day at 07:30”, on the clock of this computer. Each run writes the file that the command would write;
{date} and {time} in its name are those of the due time. With --force a file takes the place of the one before, else it gets a number.

Examples:
  ${examples}`,
      )
      .action((name: string, words: string[], options: unknown) => {
        const { name: newName, when, on, off, wait, late, replace, ...shared } = saveSchema.parse(options);
        const change: ScheduleSaveTask['change'] = {
          ...(newName === undefined ? {} : { name: newName }),
          ...(when === undefined ? {} : { times: when }),
          ...(on === undefined && off === undefined ? {} : { on: on === true }),
          ...(wait === undefined ? {} : { waitMinutes: wait }),
          ...(late === undefined ? {} : { late }),
        };
        const work = workOf(words);
        // The command after -- may name service, folder and key, too.
        const { baseUrl, userDataDir, keyFile } = { ...shared, ...work };
        take({ do: task, name, change, work, replace, ...shared, baseUrl, userDataDir, keyFile });
      });
  };
  const workOf = (words: readonly string[]): ScheduledTask | undefined => {
    if (words.length === 0) return undefined;
    const work = readWork(words);
    if (work === undefined)
      return program.error('A schedule runs an export, a sync or a mirror. Add one after --.');
    const isOther = work.do === 'export' ? work.description !== undefined : work.acceptRemovals;
    if (work.offline || isOther)
      program.error('A schedule takes no --offline, no --description and no --accept-removals.');
    if (work.do === 'mirror' && (work.plan || work.follow || work.history !== undefined))
      program.error('A schedule takes no --plan, no --follow and no --history.');
    if (work.do === 'mirror' && work.subject === undefined)
      program.error('A schedule mirrors one resource or saved view. Add a schedule for each.');
    return work;
  };
  addSaving(
    schedule
      .command('add')
      .description(
        'Make a schedule that exports, syncs or mirrors by itself, in the app or with “schedule run”.',
      )
      .argument('<name>', 'its name')
      .addOption(whenOption().makeOptionMandatory())
      .option('--replace', 'in place of the schedule of this name', false),
    'schedule-add',
    'rwa-explorer schedule add "Assets" --when "daily at 07:00" -- export assets --out /srv/rwa/assets-{date}.csv\n  rwa-explorer schedule add Copy --when "hourly at minute 5" -- mirror assets --to postgres://rwa@db.example.com/analytics/rwa',
  );
  addSaving(
    schedule
      .command('edit')
      .description('Change a schedule: what is not given stays.')
      .argument('<name>', 'its name or id')
      .option('--name <name>', 'another name')
      .addOption(whenOption())
      .option('--on', 'turn it on')
      .option('--off', 'turn it off'),
    'schedule-edit',
    'rwa-explorer schedule edit Assets --off\n  rwa-explorer schedule edit Assets -- export assets --out /srv/rwa/assets.xlsx --force',
  );
  withSharedOptions(
    schedule
      .command('remove')
      .description('Remove a schedule with its runs. Files stay.')
      .argument('<name>', 'its name or id')
      .addHelpText('after', '\nExamples:\n  rwa-explorer schedule remove Assets'),
  ).action((name: string, options: unknown) => {
    take({ do: 'schedule-remove', name, ...sharedOptionsSchema.parse(options) });
  });

  withSharedOptions(
    schedule
      .command('run')
      .description('Run what is due, and print each run.')
      .option('--once', 'run everything that is due now, then end', false)
      .option('--watch', 'go on until stopped, and run everything when it is due', false)
      .option('--log <file>', 'add the line of each run to this file, too')
      .option(
        '--on-failure <command>',
        'run this in a shell for each run that failed, with its line as input',
      ),
  )
    .addHelpText(
      'after',
      `
Of the due times that passed while nothing ran only the latest is run; "missed" counts the others. No run is made twice, also where
the app or another command runs schedules at the same time. A failed run that may succeed later is run again after 5, 15 and 60 minutes,
by whichever of them is running then. Files of --wallets and --in are read at each run, and a mirror finds its password as “mirror” does.

The key in RWA_API_KEY or --key-file is used for schedules of --base-url, or of the standard base URL. Other connections use the keychain.

Exit codes of --once: 0 done or nothing due, 7 done with a file that may lack records, else that of the first run that failed. A schedule
that is on and has failed keeps its code until it succeeds.

Examples:
  rwa-explorer schedule run --once
  rwa-explorer schedule run --watch --log runs.jsonl --on-failure "mail -s 'A schedule failed' desk@example.com"`,
    )
    .action((options: unknown) => {
      const parsed = runSchema.safeParse(options);
      if (!parsed.success) return program.error('Add either --once or --watch.');
      const { once: _, ...task } = parsed.data;
      return take({ do: 'schedule-run', ...task });
    });
}

function whenOption(): Option {
  return new Option('--when <times>', 'when it is due, as “schedule list” prints it').argParser((text) => {
    const times = readScheduleText(text);
    if (times !== null) return times;
    throw new InvalidArgumentError('It must be like “daily at 07:30”.');
  });
}

import { Argument, Command, CommanderError } from 'commander';
import { completionScript, shells } from './completion.ts';
import { addExportCommands, type ExportTask, type VerifyTask } from './commands/exports.ts';
import { addFigureCommands, type FigureTask } from './commands/figures.ts';
import { addLocalCommands, type LocalTask } from './commands/local.ts';
import { addRecordCommands, type RecordsTask } from './commands/records.ts';
import { addMirrorCommand, type MirrorTask } from './commands/mirror.ts';
import { addScheduleCommands, type ScheduledTask, type ScheduleTask } from './commands/schedule.ts';
import { addSqlCommand, type SqlTask, type SqlViewsTask } from './commands/sql.ts';
import { UsageError } from './exitCodes.ts';

export type Task =
  | RecordsTask
  | FigureTask
  | ExportTask
  | VerifyTask
  | MirrorTask
  | SqlTask
  | SqlViewsTask
  | ScheduleTask
  | LocalTask;

type CommandLine =
  { readonly command: 'task'; readonly task: Task } | { readonly command: 'text'; readonly text: string };

/** @throws UsageError that says what to type */
export function readArguments(argv: readonly string[], version: string): CommandLine {
  const found: { task?: Task; text: string } = { text: '' };
  const take = (task: Task): void => {
    found.task = task;
  };
  const program = makeProgram(version, take, (words) => {
    const read = readArguments(words, version);
    const task = read.command === 'task' ? read.task : undefined;
    return task?.do === 'export' || task?.do === 'sync' || task?.do === 'mirror' ? task : undefined;
  });
  program
    .command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'yours').choices([...shells]).argParser((text: string) => text))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(rwa-explorer completion bash)\n  rwa-explorer completion fish > ~/.config/fish/completions/rwa-explorer.fish',
    )
    .action((shell: string) => {
      found.text = completionScript(program, shell);
    });
  const eachCommand = (command: Command, visit: (one: Command) => void): void => {
    visit(command);
    for (const part of command.commands) eachCommand(part, visit);
  };
  eachCommand(program, (command) => {
    command.exitOverride().configureOutput({
      writeOut: (part) => {
        found.text += part;
      },
      writeErr: () => undefined,
    });
  });

  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { command: 'text', text: found.text };
    if (error.code === 'commander.help') return { command: 'text', text: helpOf(program, argv) };
    throw new UsageError(
      `${error.message.replace(/^error: /, '').replace(/\.?$/, '.')} Add --help to see how it is used.`,
    );
  }
  if (found.task !== undefined) return { command: 'task', task: found.task };
  return { command: 'text', text: found.text === '' ? program.helpInformation() : found.text };
}

export function makeProgram(
  version: string,
  take: (task: Task) => void,
  readWork: (words: readonly string[]) => ScheduledTask | undefined,
): Command {
  const program = new Command('rwa-explorer')
    .description('Query the data service or its local cache from a terminal or a script.')
    .version(version)
    // Passes the arguments after -- to the subcommand.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Records and figures go to the standard output as JSON Lines, remarks and progress to the standard error.
The key comes from the keychain, from --key-file, or from the environment variable RWA_API_KEY. One of these two goes to --base-url, to
RWA_BASE_URL, or to the standard base URL, which is named on the standard error.

Exit codes: 0 done, 1 failure, 2 usage, 3 key, 4 query, 5 rate limit, 6 unreachable, 7 partial, 130, 143 and 129 stopped by SIGINT, SIGTERM and SIGHUP.`,
    );
  addRecordCommands(program, take);
  addFigureCommands(program, take);
  addMirrorCommand(program, take);
  addSqlCommand(program, take);
  addExportCommands(program, take);
  addScheduleCommands(program, take, readWork);
  addLocalCommands(program, take);
  return program;
}

function helpOf(program: Command, argv: readonly string[]): string {
  return (program.commands.find((command) => command.name() === argv[0]) ?? program).helpInformation();
}

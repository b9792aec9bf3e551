import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { baseUrlSchema } from '../../preload/contract/connections.ts';
import { querySchema, type Query } from '../../preload/contract/query.ts';
import { resourceNames, type ResourceName } from '../../preload/contract/resources.ts';
import { UsageError } from './exitCodes.ts';

/** `query RESOURCE …`, checked. */
export interface QueryCommand {
  readonly resource: ResourceName;
  readonly query: Query;
  /** Every page instead of one. */
  readonly all: boolean;
  readonly format: 'json' | 'csv';
  /** The file to write; undefined for the standard output. */
  readonly out?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly userDataDir?: string | undefined;
  readonly offline: boolean;
}

/** The options as the parser of the command line hands them over, each already read by its own function. */
const queryOptionsSchema = z.object({
  query: querySchema,
  all: z.boolean(),
  format: z.enum(['json', 'csv']),
  out: z.string().optional(),
  baseUrl: z.string().optional(),
  userDataDir: z.string().optional(),
  offline: z.boolean(),
});

/** What the command line asks for: a command, or a text to print. */
export type CommandLine =
  | { readonly command: 'query'; readonly query: QueryCommand }
  | { readonly command: 'text'; readonly text: string };

/**
 * Reads the arguments after the program's name.
 * @throws UsageError with one sentence that says what to type.
 */
export function readArguments(argv: readonly string[], version: string): CommandLine {
  let found: CommandLine | undefined;
  let text = '';
  const program = new Command('rwa-explorer')
    .description('Ask the data service, or what is cached of it, from a terminal or a script.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (part) => {
        text += part;
      },
      writeErr: () => undefined,
    });

  program
    .command('query')
    .description('Records of a resource: one page, or all of them.')
    .argument('<resource>', `one of ${resourceNames.join(', ')}`, readResource)
    .addOption(new Option('--query <json>', 'the query object').argParser(readQuery).default({}, 'none'))
    .option('--all', 'every page; waits while the request limit is used up', false)
    .addOption(
      new Option('--format <format>', 'json: one record a line').choices(['json', 'csv']).default('json'),
    )
    .option('--out <file>', 'write to this file instead of the standard output')
    .addOption(new Option('--base-url <url>', 'ask this service').argParser(readBaseUrl))
    .option('--user-data-dir <dir>', 'the folder of the app’s data')
    .option('--offline', 'answer from the cache alone', false)
    .addHelpText(
      'after',
      `
The key comes from the keychain, or from the environment variable RWA_API_KEY.

Exit codes: 0 done, 2 usage, 3 key, 4 query, 5 rate limit, 6 unreachable, 7 partial.

Examples:
  rwa-explorer query assets --query '{"sort":{"field":"total_asset_value_dollar","direction":"desc"}}'
  rwa-explorer query transactions --all --format csv --out transactions.csv
  rwa-explorer query tokens --offline`,
    )
    .action((resource: unknown, options: unknown) => {
      const read = queryOptionsSchema.parse(options);
      found = { command: 'query', query: { ...read, resource: z.enum(resourceNames).parse(resource) } };
    });

  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { command: 'text', text };
    if (error.code === 'commander.help') return { command: 'text', text: program.helpInformation() };
    throw new UsageError(
      `${error.message.replace(/^error: /, '').replace(/\.?$/, '.')} Add --help to see how it is used.`,
    );
  }
  return found ?? { command: 'text', text: program.helpInformation() };
}

function readResource(text: string): ResourceName {
  const name = resourceNames.find((known) => known === text);
  if (name === undefined) throw new InvalidArgumentError(`It must be one of ${resourceNames.join(', ')}.`);
  return name;
}

function readQuery(text: string): Query {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(
      `It is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const parsed = querySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'It' : `Its member ${issue.path.join('.')}`;
  throw new InvalidArgumentError(`${place} does not fit a query object (${issue?.message ?? 'unknown'}).`);
}

function readBaseUrl(text: string): string {
  const parsed = baseUrlSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'It is not a base URL.');
}

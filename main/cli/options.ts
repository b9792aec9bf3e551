import { extname } from 'node:path';
import { errorText } from '../../preload/contract/failures.ts';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { exportFormats, formatNames, type ExportFormat } from '../../preload/contract/exports.ts';
import { baseUrlSchema } from '../../preload/contract/connections.ts';
import { isTooDeep, maxDepth } from '../../preload/contract/answerNotes.ts';
import { parseExactJson } from '../../preload/contract/exactNumbers.ts';
import { resolvedQuerySchema } from '../../preload/contract/querySchema.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ValueFiles } from '../../preload/contract/valueFiles.ts';
import { resourceNames, type ResourceName } from '../../preload/contract/resources.ts';

export type TaskOf<Name extends string, Options> = { readonly do: Name } & Readonly<Options>;

const baseUrlVariable = 'RWA_BASE_URL';

const rateVariable = 'RWA_TRANSACTIONS_PER_HOUR';

export const sharedOptionsSchema = z.object({
  baseUrl: z.string().optional(),
  userDataDir: z.string().optional(),
  keyFile: z.string().optional(),
  offline: z.boolean(),
  rate: z.number().optional(),
});
export type SharedOptions = z.infer<typeof sharedOptionsSchema>;

export function withSharedOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--base-url <url>', 'ask this service')
        .env(baseUrlVariable)
        .argParser(readWith(baseUrlSchema)),
    )
    .option('--user-data-dir <dir>', 'the folder of the app’s data')
    .option('--key-file <file>', 'read the API key from this file')
    .addOption(
      new Option('--rate <requests>', 'requests for transactions that the service grants in an hour')
        .env(rateVariable)
        .argParser(wholeNumber(1_000_000)),
    )
    .option('--offline', 'answer from the cache alone', false);
}

/** `fresh`: never answers from the cache. */
export const answerOptionsSchema = z.object({ fresh: z.boolean() });
export type AnswerOptions = z.infer<typeof answerOptionsSchema>;

export function withAnswerOptions(command: Command): Command {
  return command.option('--fresh', 'ask the service, however new the cached answer is', false);
}

/** `schema` resolves moving dates or keeps them. */
export function queryOption(schema: z.ZodType<Query> = resolvedQuerySchema): Option {
  return new Option(
    '--query <json>',
    'the query object; @FILE for a file that has it, - for the standard input',
  )
    .argParser((text) => readQuery(text, schema))
    .default({}, 'none');
}

export function formatOption(): Option {
  return new Option(
    '--format <format>',
    'json: one list; jsonl: one record a line. Without it the ending of --out names it, else jsonl',
  ).choices([...exportFormats]);
}

export function formulasOption(): Option {
  return new Option(
    '--formulas <way>',
    'text in CSV that a spreadsheet might run as a formula: guard puts an apostrophe before it, keep writes it as it is',
  )
    .choices(['guard', 'keep'])
    .default('guard');
}

export function formatOfFile(path: string): ExportFormat | null {
  const ending = extname(path).slice(1).toLowerCase();
  if (ending === 'tsv') return 'csv';
  return exportFormats.find((format) => [format, formatNames[format].extension].includes(ending)) ?? null;
}

export const outputOptionsSchema = sharedOptionsSchema.extend({
  formulas: z.enum(['guard', 'keep']),
  format: z.enum(exportFormats).optional(),
  out: z.string().optional(),
  force: z.boolean(),
});

/** Adds the format: the given one, else by file extension, else JSON Lines. */
export function withFormat<Options extends z.infer<typeof outputOptionsSchema>>(
  options: Options,
): Options & { format: ExportFormat } {
  const { format, out } = options;
  return { ...options, format: format ?? (out === undefined ? null : formatOfFile(out)) ?? 'jsonl' };
}

export function withOutputOptions(command: Command): Command {
  return withSharedOptions(
    command
      .addOption(formatOption())
      .addOption(formulasOption())
      .option('--out <file>', 'write to this file instead of the standard output')
      .option('--force', 'replace the file', false),
  );
}

export function withListOptions(command: Command): Command {
  return command
    .option(
      '--wallets <file>',
      'of transactions: those of the wallets in this file, as a watchlist takes them; - for the standard input',
    )
    .addOption(
      new Option(
        '--in <field=file>',
        'records of which a field has one of the values in this file',
      ).argParser(readIn),
    );
}

type FieldFile = ValueFiles['in'][number];

function readIn(text: string, others: readonly FieldFile[] | undefined = []): FieldFile[] {
  const [, field = '', file = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (field === '') throw new InvalidArgumentError('It must be a field, “=” and a file.');
  return [...others, { field, file }];
}

export function resourceArgument(): Argument {
  return new Argument('<resource>', 'whose records').choices([...resourceNames]).argParser(readResource);
}

function readResource(text: string): ResourceName {
  const name = resourceNames.find((known) => known === text);
  if (name === undefined) throw new InvalidArgumentError(`It must be one of ${resourceNames.join(', ')}.`);
  return name;
}

export function readList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function readResources(text: string): ResourceName[] {
  return readList(text).map(readResource);
}

/** Reads integers from 1 to `most`. @throws InvalidArgumentError */
export function wholeNumber(most: number): (text: string) => number {
  const error = `It must be a whole number from 1 to ${most.toString()}.`;
  return readWith(z.coerce.number(error).int(error).min(1, error).max(most, error));
}

function readQuery(text: string, schema: z.ZodType<Query>): Query {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${errorText(error)}.`);
  }
  if (isTooDeep(value))
    throw new InvalidArgumentError(`It is nested deeper than ${maxDepth.toString()} levels.`);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const subject =
    issue === undefined || issue.path.length === 0 ? 'It' : `Its member ${issue.path.join('.')}`;
  throw new InvalidArgumentError(`${subject} does not fit a query object (${issue?.message ?? 'unknown'}).`);
}

export function readWith<T>(schema: z.ZodType<T>, value = (text: string): unknown => text) {
  return (text: string): T => {
    const parsed = schema.safeParse(value(text));
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'It is not valid.');
  };
}

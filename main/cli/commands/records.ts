import { Option, type Command } from 'commander';
import { z } from 'zod';
import { querySchema } from '../../../preload/contract/querySchema.ts';
import { valueFilesSchema } from '../../../preload/contract/valueFiles.ts';
import { resourceNames, type ResourceName } from '../../../preload/contract/resources.ts';
import {
  answerOptionsSchema,
  sharedOptionsSchema,
  queryOption,
  readList,
  readResources,
  resourceArgument,
  withAnswerOptions,
  outputOptionsSchema,
  withFormat,
  withListOptions,
  withOutputOptions,
  wholeNumber,
  withSharedOptions,
  type TaskOf,
} from '../options.ts';

const resourceSchema = z.enum(resourceNames);

export function addRecordCommands(program: Command, take: (task: RecordsTask) => void): void {
  const answered = (command: Command): Command => withAnswerOptions(withSharedOptions(command));
  withOutputOptions(
    withListOptions(
      withAnswerOptions(
        program
          .command('query')
          .description('List the records of a resource: one page, or all of them.')
          .addArgument(resourceArgument())
          .addOption(queryOption())
          .addOption(
            new Option(
              '--columns <names>',
              'only these, apart by commas: fields, field:val_7d, computed columns by their name or =id',
            ).argParser(readList),
          )
          .option('--all', 'fetch every page; waits when the request limit is reached', false),
      ),
    ),
  )
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 2 usage, 3 key, 4 query, 5 rate limit, 6 unreachable, 7 partial.

Examples:
  rwa-explorer query assets --query '{"sort":{"field":"total_asset_value_dollar","direction":"desc"}}'
  rwa-explorer query transactions --all --out transactions.csv
  rwa-explorer query assets --columns id,name,Share --format csv
  rwa-explorer query transactions --wallets wallets.csv --out transactions.csv
  rwa-explorer query tokens --query @tokens.json --offline`,
    )
    .action((resource: unknown, options: unknown) => {
      const read = withFormat(querySchemaOf.parse(options));
      const all = read.all || read.wallets !== undefined || read.in.length > 0;
      take({ do: 'query', resource: resourceSchema.parse(resource), ...read, all });
    });

  answered(
    program
      .command('record')
      .description('One record, whole.')
      .addArgument(resourceArgument())
      .argument('<id>', 'its identifier'),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  rwa-explorer record assets 51\n  rwa-explorer record networks 1 --offline',
    )
    .action((resource: unknown, id: unknown, options: unknown) => {
      const read = answeredSchema.parse(options);
      take({ do: 'record', resource: resourceSchema.parse(resource), id: z.string().parse(id), ...read });
    });

  answered(
    program
      .command('meta')
      .description(
        'List the fields of a resource with their types and operators, then its computed columns, one per line.',
      )
      .addArgument(resourceArgument()),
  )
    .addHelpText('after', '\nExamples:\n  rwa-explorer meta tokens\n  rwa-explorer meta assets | jq -r .name')
    .action((resource: unknown, options: unknown) => {
      take({ do: 'meta', resource: resourceSchema.parse(resource), ...answeredSchema.parse(options) });
    });

  withSharedOptions(
    withListOptions(
      program
        .command('sync')
        .description('Fetch every record of a query into the cache. Waits when the request limit is reached.')
        .addArgument(resourceArgument())
        .addOption(queryOption(querySchema))
        .option('--accept-removals', 'remove what the service no longer has, however much it is', false),
    ),
  )
    .addHelpText(
      'after',
      `
Examples:
  rwa-explorer sync assets
  rwa-explorer sync transactions --query '{"filter":{"operator":"equals","field":"token_id","value":7}}'`,
    )
    .action((resource: unknown, options: unknown) => {
      take({ do: 'sync', resource: resourceSchema.parse(resource), ...syncSchema.parse(options) });
    });

  answered(
    program
      .command('search')
      .description('Search records by name, ticker, address or hash: the cache first, then the service.')
      .argument('<words...>', 'what to look for')
      .addOption(new Option('--limit <number>', 'hits at most').argParser(wholeNumber(100)).default(20))
      .addOption(new Option('--resources <names>', 'only these, apart by commas').argParser(readResources)),
  )
    .addHelpText(
      'after',
      '\nExamples:\n  rwa-explorer search treasury\n  rwa-explorer search 0x1f2e --resources tokens --offline',
    )
    .action((words: unknown, options: unknown) => {
      take({
        do: 'search',
        text: z.array(z.string()).parse(words).join(' '),
        ...searchSchema.parse(options),
      });
    });
}

const answeredSchema = sharedOptionsSchema.extend(answerOptionsSchema.shape);
const querySchemaOf = outputOptionsSchema
  .extend(valueFilesSchema.shape)
  .extend(answerOptionsSchema.shape)
  .extend({
    query: querySchema,
    columns: z.array(z.string()).default([]),
    all: z.boolean(),
  });
const syncSchema = sharedOptionsSchema.extend(valueFilesSchema.shape).extend({
  query: querySchema,
  acceptRemovals: z.boolean(),
});
const searchSchema = answeredSchema.extend({
  limit: z.number(),
  resources: z.array(resourceSchema).default([]),
});

interface OfResource {
  resource: ResourceName;
}
type Answered = z.infer<typeof answeredSchema>;
export type QueryTask = TaskOf<
  'query',
  OfResource & ReturnType<typeof withFormat<z.infer<typeof querySchemaOf>>>
>;
export type RecordTask = TaskOf<'record', OfResource & Answered & { id: string }>;
type MetaTask = TaskOf<'meta', OfResource & Answered>;
export type SyncTask = TaskOf<'sync', OfResource & z.infer<typeof syncSchema>>;
export type SearchTask = TaskOf<'search', z.infer<typeof searchSchema> & { text: string }>;
export type RecordsTask = QueryTask | RecordTask | MetaTask | SyncTask | SearchTask;

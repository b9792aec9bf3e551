import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { statedPeriods } from '../../../preload/contract/history.ts';
import { periods } from '../../../preload/contract/periods.ts';
import { querySchema } from '../../../preload/contract/query.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';
import {
  fieldMeasures,
  totalsCalls,
  type TotalsLevel,
  type TotalsMeasure,
} from '../../../preload/contract/totals.ts';
import { walletAddress } from '../../../preload/contract/wallets.ts';
import {
  queryOption,
  readList,
  resourceArgument,
  sharedOptionsSchema,
  withSharedOptions,
} from '../options.ts';
import type { Task } from '../task.ts';

const withQuery = sharedOptionsSchema.extend({ query: querySchema });
const resourceSchema = z.enum(resourceNames);
const { rows, columns, measures } = totalsCalls.totalRecords.args.shape;
const totalsOptions = withQuery.extend({ by: rows, across: columns, figures: measures });
const changesOptions = sharedOptionsSchema.extend({
  days: z.literal(statedPeriods),
  by: z.enum(['record', 'class']),
  order: z.enum(['amount', 'percent']),
  limit: z.number(),
});
const walletOptions = sharedOptionsSchema.extend({ with: walletAddress.optional() });

const afterCached = `
Exit codes: 0 done, 2 usage, 4 query, 7 partial: other records may exist. Sync the resource to have all of them.`;

/** What the window computes of the cached records: totals, summaries of columns, changes and wallets. */
export function addAnalysisCommands(program: Command, take: (task: Task) => void): void {
  const command = (name: string, description: string): Command =>
    withSharedOptions(program.command(name).description(`${description} Sends no request.`));

  command('totals', 'Total the cached records of a query by fields: one line per group.')
    .addArgument(resourceArgument())
    .addOption(
      new Option('--by <fields>', 'up to four, apart by commas; date:month for the months of a date')
        .argParser((text: string) => readList(text).map(readLevel))
        .makeOptionMandatory(),
    )
    .addOption(new Option('--across <field>', 'a second axis, as in --by').argParser(readLevel))
    .addOption(
      new Option(
        '--figures <figures>',
        'apart by commas: count, share, rank, sum:FIELD, mean:, min:, max:, median:, share:, rank:, weighted:FIELD:WEIGHT',
      )
        .argParser((text: string) => readList(text).map(readFigure))
        .default([{ kind: 'count' }], 'count'),
    )
    .addOption(queryOption())
    .addHelpText(
      'after',
      `${afterCached}

Examples:
  rwa-explorer totals assets --by asset_class_name --figures count,sum:total_asset_value_dollar,share:total_asset_value_dollar
  rwa-explorer totals transactions --by date:month,token_id --across network_id --figures sum:usd_amount`,
    )
    .action((resource: unknown, options: unknown) => {
      const parsed = totalsOptions.safeParse(options);
      if (!parsed.success) return program.error(`The totals ${parsed.error.issues[0]?.message ?? ''}.`);
      const { by, across, figures, query, ...shared } = parsed.data;
      const totals = { rows: by, measures: figures, ...(across === undefined ? {} : { columns: across }) };
      take({ do: 'totals', resource: resourceSchema.parse(resource), query, totals, ...shared });
    });

  command('summary', 'Summarize a column of the cached records of a query: one line.')
    .addArgument(resourceArgument())
    .addArgument(new Argument('<field>', 'a field, field:val_7d, or a computed column by its name or =id'))
    .addOption(queryOption())
    .addHelpText(
      'after',
      `${afterCached}

Examples:
  rwa-explorer summary tokens market_value_dollar
  rwa-explorer summary transactions usd_amount | jq .figures.percentiles`,
    )
    .action((resource: unknown, field: string, options: unknown) => {
      take({ do: 'summary', resource: resourceSchema.parse(resource), field, ...withQuery.parse(options) });
    });

  command('changes', 'List how the cached records say that they changed: the largest changes first.')
    .addArgument(resourceArgument())
    .addOption(
      new Option('--days <days>', 'over how many')
        .choices(statedPeriods.map(String))
        .argParser(readDays)
        .default(30),
    )
    .addOption(
      new Option('--by <what>', 'record, or class for asset classes')
        .choices(['record', 'class'])
        .default('record'),
    )
    .addOption(
      new Option('--order <order>', 'of the changes').choices(['amount', 'percent']).default('amount'),
    )
    .addOption(new Option('--limit <count>', 'how many, 500 at most').argParser(readLimit).default(50))
    .addHelpText('after', `${afterCached}\n\nExamples:\n  rwa-explorer changes issuers --days 30 --limit 10`)
    .action((resource: unknown, options: unknown) => {
      take({ do: 'changes', resource: resourceSchema.parse(resource), ...changesOptions.parse(options) });
    });

  command('wallet', 'Show what the cached transactions tell of an address: one line.')
    .argument('<address>', 'the address', readAddress)
    .addOption(
      new Option('--with <address>', 'only its transactions with this address').argParser(readAddress),
    )
    .addHelpText(
      'after',
      `${afterCached}

Positions are what was received less what was sent in these transactions, never a balance.

Examples:
  rwa-explorer wallet 0x… | jq -c '.positions[]'`,
    )
    .action((address: string, options: unknown) => {
      const { with: other, ...shared } = walletOptions.parse(options);
      take({ do: 'wallet', address, other, ...shared });
    });
}

function readLevel(text: string): TotalsLevel {
  const [, field = '', end = ''] = /^(.*?)(?::([a-z]+))?$/.exec(text) ?? [];
  const period = periods.find((one) => one === end);
  return period === undefined ? { field: text } : { field, period };
}

function readFigure(text: string): TotalsMeasure {
  const [kind = '', ...names] = text.split(':');
  const field = names.join(':');
  const ofField = fieldMeasures.find((one) => one === kind);
  if (ofField !== undefined && field !== '') return { kind: ofField, field };
  if (kind === 'count' && field === '') return { kind };
  if (kind === 'share' || kind === 'rank') return field === '' ? { kind } : { kind, field };
  const [weighted = '', weight = '', ...more] = names;
  if (kind === 'weighted' && weighted !== '' && weight !== '' && more.length === 0)
    return { kind, field: weighted, weight };
  throw new InvalidArgumentError(`“${text}” is no figure. Write count, sum:FIELD, or weighted:FIELD:WEIGHT.`);
}

function readAddress(text: string): string {
  const parsed = walletAddress.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError('It must be an address.');
}

function readDays(text: string): number {
  const days = statedPeriods.find((one) => one.toString() === text);
  if (days === undefined) throw new InvalidArgumentError(`It must be one of ${statedPeriods.join(', ')}.`);
  return days;
}

function readLimit(text: string): number {
  const parsed = z.coerce.number().int().min(1).max(500).safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError('It must be a whole number from 1 to 500.');
}

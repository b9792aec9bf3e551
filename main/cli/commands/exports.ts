import { InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import {
  defaultOptions,
  exportFormats,
  isJsonFormat,
  type ExportFormat,
  type ExportOptions,
} from '../../../preload/contract/exports.ts';
import { querySchema } from '../../../preload/contract/querySchema.ts';
import { valueFilesSchema } from '../../../preload/contract/valueFiles.ts';
import { resourceNames, type ResourceName } from '../../../preload/contract/resources.ts';
import {
  formatOfFile,
  formatOption,
  formulasOption,
  withListOptions,
  sharedOptionsSchema,
  queryOption,
  readList,
  resourceArgument,
  wholeNumber,
  withSharedOptions,
  type TaskOf,
} from '../options.ts';

const taskSchema = sharedOptionsSchema.extend(valueFilesSchema.shape).extend({
  out: z.string(),
  query: querySchema,
  columns: z.array(z.string()).default([]),
  ids: z.array(z.string()).default([]),
  cached: z.boolean(),
  force: z.boolean(),
  description: z.string().optional(),
});
const optionsSchema = taskSchema.extend({
  format: z.enum(exportFormats).optional(),
  headings: z.enum(['labels', 'names']),
  values: z.enum(['raw', 'displayed']),
  delimiter: z.enum([',', ';', '\t']),
  bom: z.boolean(),
  formulas: z.enum(['guard', 'keep']),
  decimalComma: z.boolean(),
  provenance: z.boolean().optional(),
  by: z.enum(['day', 'month']).optional(),
  days: z.number().optional(),
});

interface File {
  resource: ResourceName;
  format: ExportFormat;
  options: ExportOptions;
}
export type ExportTask = TaskOf<'export', z.infer<typeof taskSchema> & File>;
export type VerifyTask = TaskOf<'verify', { file: string; userDataDir?: string | undefined }>;

export function addExportCommands(program: Command, take: (task: ExportTask | VerifyTask) => void): void {
  withSharedOptions(
    withListOptions(
      program
        .command('export')
        .description(
          'Export all records of a query to a file, with a .json file next to it that describes their source.',
        )
        .addArgument(resourceArgument())
        .requiredOption('--out <file>', 'the file; its ending names the format')
        .addOption(formatOption())
        .addOption(queryOption(querySchema))
        .addOption(
          new Option(
            '--columns <names>',
            'fields apart by commas; field:val_7d for a member of a metric, asset.name for a nested one, a computed column by its name or =id, * for all others; every field without it',
          ).argParser(readList),
        )
        .addOption(new Option('--ids <ids>', 'only these records').argParser(readList))
        .option('--cached', 'what is cached, without a request', false)
        .option('--force', 'replace the file', false)
        .addOption(
          new Option('--headings <kind>', 'the first line').choices(['labels', 'names']).default('names'),
        )
        .addOption(
          new Option('--values <kind>', 'exact, or as the window shows them')
            .choices(['raw', 'displayed'])
            .default('raw'),
        )
        .addOption(
          new Option('--delimiter <mark>', 'of CSV: , ; or tab').argParser(readDelimiter).default(','),
        )
        .option('--bom', 'begin CSV with the mark by which Excel knows UTF-8', false)
        .option('--decimal-comma', 'numbers in CSV with a comma', false)
        .addOption(formulasOption())
        .addOption(
          new Option(
            '--by <period>',
            'transactions as Parquet: a folder with a file for each day (day=2026-11-25/data.parquet) or month',
          ).choices(['day', 'month']),
        )
        .addOption(
          new Option(
            '--days <count>',
            'with --by day: how many days, today included; 7 without it',
          ).argParser(wholeNumber(366)),
        )
        .option('--description <file>', 'with --by: where to describe the files, not in the app’s own folder')
        .option('--provenance', 'say inside the file where the figures come from')
        .option('--no-provenance', 'only in the .json beside it'),
    ),
  )
    .addHelpText(
      'after',
      `
Examples:
  rwa-explorer export assets --out assets.xlsx
  rwa-explorer export transactions --cached --out transactions.parquet
  rwa-explorer export transactions --by day --days 7 --out transactions
  rwa-explorer export assets --out assets.csv --force --columns id,name,total_asset_value_dollar,total_asset_value_dollar:chg_7d_pct`,
    )
    .action((resource: unknown, options: unknown) => {
      const {
        bom,
        formulas,
        headings,
        values,
        delimiter,
        decimalComma,
        provenance,
        by,
        days,
        format: named,
        ...read
      } = optionsSchema.parse(options);
      const format = named ?? (by === undefined ? formatOfFile(read.out) : 'parquet');
      if (format === null) program.error('The file extension does not identify a format. Add --format.');
      const chosen = format ?? 'csv';
      if (read.ids.length > 0 && (read.wallets !== undefined || read.in.length > 0))
        program.error('--ids names the records: leave out --wallets and --in.');
      if (by === undefined && read.description !== undefined) program.error('--description is for --by.');
      if (provenance === true && isJsonFormat(chosen))
        program.error('JSON and JSON Lines have records and nothing else: leave out --provenance.');
      if (by !== 'day' && days !== undefined) program.error('--days is for --by day.');
      const defaults = defaultOptions(chosen);
      take({
        do: 'export',
        ...read,
        resource: z.enum(resourceNames).parse(resource),
        format: chosen,
        options: {
          ...defaults,
          headings,
          values,
          delimiter,
          decimalComma,
          byteOrderMark: bom,
          formulas,
          provenance: provenance ?? defaults.provenance,
          parts: by === 'day' ? { by, days: days ?? 7 } : by === 'month' ? { by } : null,
        },
      });
    });

  program
    .command('verify')
    .description(
      'Verify that a file has not changed since its export, using the .json file next to it; of a folder each file, using its description.',
    )
    .argument('<file>', 'the file, the folder, or the description of either')
    .option('--user-data-dir <dir>', 'the folder of the app’s data, which describes folders')
    .addHelpText(
      'after',
      '\nEnds with 0 where everything is unchanged, with 1 where it is not.\n\nExamples:\n  rwa-explorer verify assets.csv\n  rwa-explorer verify assets.csv.json\n  rwa-explorer verify /srv/rwa/days',
    )
    .action((file: string, options: unknown) => {
      take({ do: 'verify', file, ...sharedOptionsSchema.pick({ userDataDir: true }).parse(options) });
    });
}

function readDelimiter(text: string): ',' | ';' | '\t' {
  if (text === ',' || text === ';') return text;
  if (text === 'tab' || text === '\t' || text === '\\t') return '\t';
  throw new InvalidArgumentError('It must be , or ; or tab.');
}

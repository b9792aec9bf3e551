import { InvalidArgumentError, Option, type Command } from 'commander';
import { z } from 'zod';
import { sqlLimits } from '../../../preload/contract/sql.ts';
import { parameterProblem, parameterValue } from '../../../preload/contract/sqlStatement.ts';
import { outputOptionsSchema, wholeNumber, withFormat, withOutputOptions, type TaskOf } from '../options.ts';

const taskSchema = outputOptionsSchema.extend({
  /** `-`: standard input. */
  file: z.string().optional(),
  labels: z.boolean(),
});
const optionsSchema = taskSchema.extend({
  param: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  timeout: z.number(),
  views: z.union([z.boolean(), z.string()]).optional(),
});

interface Statement {
  statement: string | undefined;
  parameters: Readonly<Record<string, string | number>>;
  seconds: number;
}
export type SqlTask = TaskOf<'sql', ReturnType<typeof withFormat<z.infer<typeof taskSchema>>> & Statement>;
/** `view`: undefined for all. */
export type SqlViewsTask = TaskOf<'sql-views', { view: string | undefined }>;

export function addSqlCommand(program: Command, take: (task: SqlTask | SqlViewsTask) => void): void {
  withOutputOptions(
    program
      .command('sql')
      .description(
        'Run one SQL statement on the cached records. It can read the views of the resources, and nothing else. Sends no request.',
      )
      .argument('[statement]', 'SELECT …; the standard input where neither it nor --file is given')
      .option('--file <file>', 'read the statement from this file; - for the standard input')
      .addOption(
        new Option(
          '--param <name=value>',
          'the value of a parameter :name; a number where it is one, "…" for a text that looks like one',
        ).argParser(readParameter),
      )
      .addOption(
        new Option('--timeout <seconds>', 'stop after so long, 600 at most')
          .argParser(wholeNumber(sqlLimits.mostSeconds))
          .default(sqlLimits.seconds),
      )
      .option('--labels', 'add the view “labels” with your private labels and notes', false)
      .option('--views [view]', 'list the columns of the views, or of one, without running anything'),
  )
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 failure, 2 usage, 4 statement refused or stopped, 7 partial: other records may exist.

Examples:
  rwa-explorer sql "SELECT name, chg_30d_amt FROM assets JOIN assets_metrics USING (id) WHERE field = 'market_value_dollar' ORDER BY 2 DESC LIMIT 10"
  rwa-explorer sql "SELECT asset_class_name, count(*), sum(total_asset_value_dollar) FROM assets GROUP BY 1"
  rwa-explorer sql "SELECT title, field, before, after FROM changes WHERE resource = 'issuers' AND changed_on >= '2026-11-01'"
  rwa-explorer sql --file flows.sql --param token=7 --param from=2026-10-01 --out flows.csv
  rwa-explorer sql --views transactions`,
    )
    .action((statement: string | undefined, options: unknown) => {
      const { param, timeout, views, ...read } = withFormat(optionsSchema.parse(options));
      if (views !== undefined && views !== false) {
        take({ do: 'sql-views', view: typeof views === 'string' ? views : undefined });
        return;
      }
      take({ do: 'sql', ...read, statement, parameters: param, seconds: timeout });
    });
}

function readParameter(
  text: string,
  others: Readonly<Record<string, string | number>> | undefined,
): Record<string, string | number> {
  const [, name = '', value = ''] = /^([A-Za-z_]\w{0,63})=([^]*)$/.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError('It must be a name, “=” and a value.');
  const problem = parameterProblem(value);
  if (problem !== null) throw new InvalidArgumentError(problem);
  return { ...others, [name]: parameterValue(value) };
}

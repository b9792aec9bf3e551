import { Argument, Option, type Command } from 'commander';
import { z } from 'zod';
import { aggregateResources, type AggregateResource } from '../../../preload/contract/metadata.ts';
import { querySchema } from '../../../preload/contract/querySchema.ts';
import {
  answerOptionsSchema,
  outputOptionsSchema,
  queryOption,
  withAnswerOptions,
  withFormat,
  withOutputOptions,
  type TaskOf,
} from '../options.ts';

const optionsSchema = outputOptionsSchema.extend(answerOptionsSchema.shape).extend({
  query: querySchema,
  shape: z.enum(['long', 'wide']).default('long'),
});
type Options = ReturnType<typeof withFormat<z.infer<typeof optionsSchema>>>;
export type FigureTask = TaskOf<'aggregate' | 'timeseries', Options & { resource: AggregateResource }>;

export function addFigureCommands(program: Command, take: (task: FigureTask) => void): void {
  const figure = (name: 'aggregate' | 'timeseries', description: string): Command =>
    withAnswerOptions(
      withOutputOptions(
        program
          .command(name)
          .description(description)
          .addArgument(
            new Argument('<resource>', 'whose figures')
              .choices([...aggregateResources])
              .argParser((text: string) => text),
          )
          .addOption(queryOption()),
      ),
    ).action((resource: string, options: unknown) => {
      const known = aggregateResources.find((candidate) => candidate === resource);
      if (known === undefined) program.error(`The resource must be one of ${aggregateResources.join(', ')}.`);
      take({ do: name, resource: known ?? 'assets', ...withFormat(optionsSchema.parse(options)) });
    });

  figure(
    'aggregate',
    'Aggregate values: one per group. Choose the measure with a filter on measure_slug.',
  ).addHelpText(
    'after',
    `
Examples:
  rwa-explorer aggregate assets --query '{"filter":{"operator":"equals","field":"measure_slug","value":"total_asset_value_dollar"},"aggregate":{"groupBy":"asset_class_id","aggregateFunction":"sum"}}'
  rwa-explorer aggregate tokens --format csv --query "$(cat by-network.json)"`,
  );
  figure('timeseries', 'Query values over time: one line per day and group, or one per day.')
    .addOption(
      new Option('--shape <shape>', 'long: a line for each point; wide: a column for each group')
        .choices(['long', 'wide'])
        .default('long'),
    )
    .addHelpText(
      'after',
      `
Examples:
  rwa-explorer timeseries assets --query '{"filter":{"operator":"equals","field":"measure_slug","value":"total_asset_value_dollar"},"aggregate":{"groupBy":"date","interval":"month","mode":"stock","aggregateFunction":"sum"}}'
  rwa-explorer timeseries tokens --shape wide --out values.xlsx --query "$(cat by-class.json)"`,
    );
}

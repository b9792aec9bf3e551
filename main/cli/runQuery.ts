import { once } from 'node:events';
import type { RecordList } from '../../preload/contract/bridge.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { allPages } from '../explore/allPages.ts';
import type { Explorer } from '../explore/explorer.ts';
import { csvCells, csvLine, textCell } from '../export/csv.ts';
import { writeWholeFile } from '../export/wholeFile.ts';
import type { QueryCommand } from './arguments.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

type Write = (text: string) => Promise<void>;

/**
 * Runs `query`: records on the standard output or in a file, what they cover on the standard error.
 * @returns `partial` where other records may exist that are not in the cache.
 */
export async function runQuery(
  explorer: Explorer,
  command: QueryCommand,
  signal: AbortSignal,
): Promise<ExitCode> {
  let partial = false;
  const work = async (write: Write): Promise<void> => {
    if (command.format === 'csv') await write(csvLine(csvColumns(command.resource).map(textCell)));
    for await (const list of pages(explorer, command, signal)) {
      partial ||= list.provenance.coverage.kind === 'partial';
      await write(list.records.map((record) => lineOf(record, command)).join(''));
    }
  };
  if (command.out === undefined) await work(writeToStandardOutput);
  else await writeWholeFile(command.out, work);
  if (!partial) return exitCodes.done;
  process.stderr.write(
    'This is what the cache holds; other records may exist. Go online and run it again for all.\n',
  );
  return exitCodes.partial;
}

async function* pages(
  explorer: Explorer,
  command: QueryCommand,
  signal: AbortSignal,
): AsyncGenerator<RecordList> {
  const { resource, query } = command;
  if (!command.all) {
    yield await explorer.list(resource, query, { signal });
    return;
  }
  const onWaiting = (resumesAt: number | null): void => {
    if (resumesAt === null) return;
    process.stderr.write(
      `The request limit of this hour is used up. Going on at ${new Date(resumesAt).toISOString()}.\n`,
    );
  };
  yield* allPages({ explorer, resource, query, signal, onWaiting, now: Date.now });
}

/** Fields of the catalogue by the service's own names: a script reads them. */
function csvColumns(resource: ResourceName): string[] {
  return resources[resource].fields.map((field) => field.name);
}

function lineOf(record: RecordList['records'][number], { resource, format }: QueryCommand): string {
  return format === 'csv' ? csvLine(csvCells(record, csvColumns(resource))) : `${JSON.stringify(record)}\n`;
}

async function writeToStandardOutput(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

import { findField, resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { Query } from '../../preload/contract/query.ts';
import { allPages } from '../explore/allPages.ts';
import type { Explorer } from '../explore/explorer.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { byteOrderMark, csvCells, csvLine, textCell } from './csv.ts';
import { writeWholeFile } from './wholeFile.ts';

export interface CsvExport {
  readonly explorer: Explorer;
  readonly resource: ResourceName;
  /** Filter and sort as in the view; all pages are written. */
  readonly query: Query;
  /** Field names, in the order of the file. */
  readonly columns: readonly string[];
  readonly path: string;
  readonly now: () => number;
}

/**
 * Writes every record of a query to a CSV file for spreadsheets: UTF-8 with a byte order mark, one heading line with the labels of
 * the columns. Memory stays flat: one page is held at a time. An empty result gives a file with the heading alone.
 */
export async function exportCsv(job: CsvExport, control: JobControl): Promise<void> {
  const headings = job.columns.map((name) =>
    textCell(findField(resources[job.resource], name)?.label ?? name),
  );
  let done = 0;
  const { bytes } = await writeWholeFile(job.path, async (write) => {
    await write(byteOrderMark + csvLine(headings));
    const pages = allPages({
      explorer: job.explorer,
      resource: job.resource,
      query: job.query,
      signal: control.signal,
      now: job.now,
      onWaiting: (resumesAt) => {
        control.update({ state: resumesAt === null ? 'running' : 'waiting', resumesAt });
      },
    });
    for await (const { records, pagination } of pages) {
      await write(records.map((record) => csvLine(csvCells(record, job.columns))).join(''));
      done += records.length;
      control.update({ done, total: pagination.resultCount });
    }
  });
  control.update({ done, total: done, bytes });
}

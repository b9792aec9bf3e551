import { createHash } from 'node:crypto';
import type { Provenance } from '../../preload/contract/provenance.ts';
import { findField, resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { Query } from '../../preload/contract/query.ts';
import { allPages } from '../explore/allPages.ts';
import type { Explorer } from '../explore/explorer.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { byteOrderMark, csvCells, csvLine, textCell } from './csv.ts';
import { FetchSpan, provenanceFile } from './provenanceFile.ts';
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
 * the columns; beside it a `.json` file that says where the figures come from. One page of records is held at a time, and the
 * identifiers of all. An empty result gives a file with the heading alone.
 */
export async function exportCsv(job: CsvExport, control: JobControl): Promise<void> {
  const headings = job.columns.map((name) =>
    textCell(findField(resources[job.resource], name)?.label ?? name),
  );
  const hash = createHash('sha256');
  const span = new FetchSpan();
  let provenance: Provenance | undefined;
  let rows = 0;
  let total = 0;
  let complete = false;

  const { bytes } = await writeWholeFile(job.path, async (writeText) => {
    const write = (text: string): Promise<void> => {
      hash.update(text, 'utf8');
      return writeText(text);
    };
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
    for (let step = await pages.next(); ; step = await pages.next()) {
      if (step.done === true) {
        complete = step.value;
        break;
      }
      const { records, pagination } = step.value;
      provenance = step.value.provenance;
      span.add(provenance.fetchedAt);
      await write(records.map((record) => csvLine(csvCells(record, job.columns))).join(''));
      rows += records.length;
      total = pagination.resultCount;
      control.update({ done: rows, total });
    }
  });
  if (provenance !== undefined) {
    const text = provenanceFile({
      path: job.path,
      resource: job.resource,
      query: job.query,
      columns: job.columns,
      provenance,
      span,
      rows,
      complete: complete && provenance.coverage.kind !== 'partial',
      sha256: hash.digest('hex'),
      writtenAt: job.now(),
    });
    await writeWholeFile(`${job.path}.json`, (write) => write(text));
  }
  control.update({ done: rows, total, bytes });
}

import type { ExportRequest } from '../../../preload/contract/exports.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { chooseFields } from '../../store/cache/chooseFields.ts';
import { allPages } from '../records/allPages.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { membersRead } from './exportColumns.ts';
import type { FetchSpan } from './about.ts';
import type { FileShape } from './formats/format.ts';
import type { ExportEnvironment } from './runExport.ts';

/** What became known of the records while they were handed over. */
export interface Source {
  readonly span: FetchSpan;
  rows: number;
  complete: boolean;
  provenance: Pick<Provenance, 'source' | 'coverage' | 'notes'> | undefined;
}

/** Records handed over at once. */
const chosenAtOnce = 200;
const rowsAtOnce = 5000;

/** The records of a request as the JSON text of one list after the other; `source` is filled meanwhile. */
export async function* recordsOf(
  environment: ExportEnvironment,
  request: ExportRequest,
  shape: FileShape,
  source: Source,
  control: JobControl,
): AsyncGenerator<string> {
  const { scope } = request;
  if (scope.kind === 'table') {
    source.provenance = scope.provenance;
    source.span.add(scope.provenance.fetchedAt);
    source.complete = scope.provenance.coverage.kind !== 'partial';
    control.update({ total: scope.rows.length });
    for (let from = 0; from < scope.rows.length; from += rowsAtOnce) {
      const rows = scope.rows.slice(from, from + rowsAtOnce);
      source.rows += rows.length;
      yield JSON.stringify(
        rows.map((row) =>
          Object.fromEntries(scope.columns.map(({ name }, index) => [name, row[index] ?? null])),
        ),
      );
    }
    return;
  }
  const fields = shape.whole || shape.further ? undefined : membersRead(shape.columns);
  if (scope.kind === 'records') {
    control.update({ total: scope.ids.length });
    for (let from = 0; from < scope.ids.length; from += chosenAtOnce) {
      const records = await Promise.all(
        scope.ids
          .slice(from, from + chosenAtOnce)
          .map((id) => chosenRecord(environment, scope.resource, id, source, control)),
      );
      source.rows += records.length;
      // A record of an asset weighs 25 KB: only what is written crosses to the thread.
      yield JSON.stringify(
        fields === undefined ? records : chooseFields(resources[scope.resource], records, fields),
      );
    }
    source.complete = true;
    return;
  }
  const pages = pagesOf(environment, scope, shape, fields, control);
  for (let step = await pages.next(); ; step = await pages.next()) {
    if (step.done === true) {
      source.complete = step.value && source.provenance?.coverage.kind !== 'partial';
      return;
    }
    const { records, pagination, provenance } = step.value;
    source.provenance = provenance;
    source.span.add(provenance.fetchedAt);
    source.rows += records.length;
    control.update({ total: pagination.resultCount });
    yield JSON.stringify(records);
  }
}

/** The pages of a query, fetched after the start. `fields`: those of the catalogue that are read of them; all where it is undefined. */
export function pagesOf(
  { explorer, now }: ExportEnvironment,
  { resource, query }: Pick<Extract<ExportRequest['scope'], { kind: 'query' }>, 'resource' | 'query'>,
  { title }: FileShape,
  fields: readonly string[] | undefined,
  { signal, update }: JobControl,
): ReturnType<typeof allPages> {
  return allPages({
    explorer,
    resource,
    query,
    fields,
    title: `Export of ${title.toLowerCase()}`,
    signal,
    now,
    onWaiting: (resumesAt) => update({ state: resumesAt === null ? 'running' : 'waiting', resumesAt }),
  });
}

/** What was shown is cached: that is the record meant, and no request is spent on it. */
async function chosenRecord(
  { cache, explorer }: ExportEnvironment,
  resource: Parameters<ExportEnvironment['explorer']['record']>[0],
  id: string | number,
  source: Source,
  control: JobControl,
): Promise<ResourceRecord> {
  const stored = await cache.readRecord({ resource, id });
  if (stored !== null) {
    source.span.add(stored.fetchedAt);
    source.provenance ??= { source: 'cache', coverage: { kind: 'answer' } };
    return stored.record;
  }
  const { record, provenance } = await explorer.record(resource, id, { signal: control.signal });
  source.span.add(provenance.fetchedAt);
  source.provenance ??= provenance;
  return record;
}

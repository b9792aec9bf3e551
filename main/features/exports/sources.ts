import type { ExportRequest } from '../../../preload/contract/exports.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { mayLack } from '../../../preload/contract/completeness.ts';
import type { SqlRows } from '../../../preload/contract/sql.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { chooseFields } from '../../store/cache/reading/recordTexts.ts';
import type { JobControl } from '../../jobs/jobs.ts';
import { membersRead } from './exportColumns.ts';
import type { FileShape } from './formats/format.ts';
import type { ExportEnvironment, Source } from './preparedExport.ts';

const chosenAtOnce = 200;
const cellsAtOnce = 50_000;

/** Yields chosen records, or a table's rows as lists of cells, as JSON lists; fills `source`. */
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
    const { fetchedAt, source: from } = scope.provenance;
    // For cached records, `fetchedAt` is the oldest time.
    source.span.add(fetchedAt, from === 'local' ? null : fetchedAt);
    for (const { oldestFetchedAt, newestFetchedAt } of scope.sql?.covers ?? [])
      source.span.add(oldestFetchedAt, newestFetchedAt);
    source.complete = !mayLack(scope.provenance);
    control.update({ total: scope.kept?.rows ?? scope.rows.length });
    for await (const { rowsText, count } of rowsOfTable(environment, scope)) {
      source.rows += count;
      yield rowsText;
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
      // An asset weighs 25 KB, so only what is written crosses to the thread.
      yield JSON.stringify(
        fields === undefined ? records : chooseFields(resources[scope.resource], records, fields),
      );
    }
    source.complete = true;
    return;
  }
}

export function rowsOfTable(
  { readResult }: Pick<ExportEnvironment, 'readResult'>,
  { kept, rows }: Extract<ExportRequest['scope'], { kind: 'table' }>,
): ReturnType<ExportEnvironment['readResult']> {
  return kept === undefined ? piecesOf(rows) : readResult(kept.resultId);
}

function* piecesOf(rows: readonly (readonly unknown[])[]): Generator<SqlRows> {
  const [first] = rows;
  const rowsAtOnce = Math.ceil(cellsAtOnce / Math.max(1, first?.length ?? 1));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const piece = rows.slice(from, from + rowsAtOnce);
    yield { rowsText: JSON.stringify(piece), count: piece.length };
  }
}

async function chosenRecord(
  { cache, recordReader }: ExportEnvironment,
  resource: Parameters<ExportEnvironment['recordReader']['record']>[0],
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
  const { record, provenance } = await recordReader.record(resource, id, { signal: control.signal });
  source.span.add(provenance.fetchedAt);
  source.provenance ??= provenance;
  return record;
}

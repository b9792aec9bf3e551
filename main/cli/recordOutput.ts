import { isJsonFormat } from '../../preload/contract/exports.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { resources } from '../../preload/contract/resources.ts';
import { cellsOf } from '../features/exports/cells.ts';
import { exportColumns, membersOf, type ExportColumn } from '../features/exports/exportColumns.ts';
import { extraColumns, knownFields } from '../features/exports/extraColumns.ts';
import { ExtraFields } from '../features/exports/extraFields.ts';
import { openFormat, type FormatCounts } from '../features/exports/formats/openFormat.ts';
import type { Sink } from '../features/exports/formats/sink.ts';
import { jsonLine } from './output.ts';
import { scriptOptions } from './outputTable.ts';
import type { QueryTask } from './commands/records.ts';

export type Block = string | Uint8Array;

export interface RecordOutput {
  of(records: readonly ResourceRecord[]): readonly Block[];
  end(): readonly Block[];
  leftOut(): readonly string[];
  readonly counts: FormatCounts;
}

/** Uses the service's names: chosen columns, or the catalogue's and others in the first records. */
export function openRecordOutput(
  {
    resource,
    format,
    formulas,
    columns: asked,
  }: Pick<QueryTask, 'resource' | 'format' | 'formulas' | 'columns'>,
  first: Iterable<ResourceRecord>,
  chosen: readonly ExportColumn[],
): RecordOutput {
  const { sink, taken } = collectingSink();
  const isJson = isJsonFormat(format);
  const known = exportColumns(
    resource,
    resources[resource].fields.map((field) => field.name),
  );
  const others = new ExtraFields(knownFields(known));
  const found = (): ExportColumn[] => extraColumns(resource, known, others.found());
  if (!isJson && asked.length === 0) for (const record of first) others.add(record);
  const columns = asked.length > 0 ? chosen : [...known, ...found()];
  const names = new Set(columns.map(({ name }) => name));
  const options = { ...scriptOptions(format, false), formulas };
  const title = resources[resource].label;
  const shape = {
    format,
    title,
    columns: isJson ? [] : columns,
    options,
    whole: isJson,
    further: false,
    last: 0,
  };
  const writer = openFormat(sink, shape, null);
  return {
    of(records) {
      if (isJson) {
        writer.writeTexts(
          records.map((record) => jsonLine(asked.length === 0 ? record : membersOf(record, chosen))),
        );
        return taken();
      }
      if (asked.length === 0) for (const record of records) others.add(record);
      writer.writeRows(records.map((record) => cellsOf(record, columns)));
      return taken();
    },
    end() {
      writer.end(null);
      return taken();
    },
    leftOut: () =>
      isJson || asked.length > 0
        ? []
        : [...found().flatMap(({ name }) => (names.has(name) ? [] : [name])), ...others.found().leftOut],
    counts: writer,
  };
}

function collectingSink(): { sink: Sink; taken: () => readonly Block[] } {
  let blocks: Block[] = [];
  let bytes = 0;
  return {
    sink: {
      get bytes() {
        return bytes;
      },
      writeText(text) {
        bytes += Buffer.byteLength(text);
        blocks.push(text);
      },
      write(given) {
        bytes += given.byteLength;
        blocks.push(Uint8Array.from(given));
      },
    },
    taken() {
      const made = blocks;
      blocks = [];
      return made;
    },
  };
}

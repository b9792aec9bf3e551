import { isJsonObject } from '../../../../preload/contract/json.ts';
import { computedNameBeside, membersOf } from '../exportColumns.ts';
import type { FileShape, FormatWriter } from './format.ts';
import type { Sink } from './sink.ts';

export function jsonLinesWriter(sink: Sink, shape: FileShape): FormatWriter {
  return {
    writeRows() {
      throw new Error('JSON takes records.');
    },
    writeTexts(texts) {
      // One by one: together they might exceed the maximum string length.
      for (const text of texts) sink.writeText(`${chosen(text, shape)}\n`);
    },
    end() {
      // Nothing follows the last record.
    },
  };
}

export function jsonWriter(sink: Sink, shape: FileShape): FormatWriter {
  let isFirst = true;
  sink.writeText('[');
  return {
    writeRows() {
      throw new Error('JSON takes records.');
    },
    writeTexts(texts) {
      for (const text of texts) {
        sink.writeText(`${isFirst ? '\n' : ',\n'}${chosen(text, shape)}`);
        isFirst = false;
      }
    },
    end() {
      sink.writeText('\n]\n');
    },
  };
}

function chosen(text: string, { whole, columns }: FileShape): string {
  const computed = whole ? columns.filter((column) => column.computed !== undefined) : [];
  if (whole && computed.length === 0) return text;
  const record: unknown = JSON.parse(text);
  if (!isJsonObject(record)) throw new Error('A record is no object.');
  if (!whole) return JSON.stringify(membersOf(record, columns));
  const added = computed.map((column) =>
    Object.hasOwn(record, column.name) ? { ...column, name: computedNameBeside(column.name) } : column,
  );
  // Keeps the service's text unchanged.
  return `${text.slice(0, -1)},${JSON.stringify(membersOf(record, added)).slice(1)}`;
}

import type { About, FileShape, FormatWriter } from './format.ts';
import { csvWriter } from './csv.ts';
import { jsonLinesWriter, jsonWriter } from './json.ts';
import { markdownWriter } from './markdown.ts';
import { parquetWriter } from './parquet.ts';
import type { Sink } from './sink.ts';
import { xlsxWriter } from './xlsx.ts';

export interface FormatCounts {
  readonly leftOut: () => number;
  readonly guarded: () => number;
}

const nothing: FormatCounts = { leftOut: () => 0, guarded: () => 0 };

export function openFormat(sink: Sink, shape: FileShape, about: About | null): FormatWriter & FormatCounts {
  switch (shape.format) {
    case 'csv':
      return { ...nothing, ...csvWriter(sink, shape, about) };
    case 'json':
      return { ...nothing, ...jsonWriter(sink, shape) };
    case 'jsonl':
      return { ...nothing, ...jsonLinesWriter(sink, shape) };
    case 'markdown':
      return { ...nothing, ...markdownWriter(sink, shape) };
    case 'parquet':
      return { ...nothing, ...parquetWriter(sink, shape) };
    case 'xlsx':
      return { ...nothing, ...xlsxWriter(sink, shape) };
  }
}

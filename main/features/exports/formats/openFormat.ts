import type { About, FileShape, FormatWriter } from './format.ts';
import { csvWriter } from './csv.ts';
import { jsonLinesWriter, jsonWriter } from './json.ts';
import { markdownWriter } from './markdown.ts';
import { parquetWriter } from './parquet.ts';
import type { Sink } from './sink.ts';
import { xlsxWriter } from './xlsx.ts';

/** Begins a file of the shape's format. `leftOut` counts values that the format cannot take. */
export function openFormat(
  sink: Sink,
  shape: FileShape,
  about: About | null,
): FormatWriter & { readonly leftOut: () => number } {
  const nothingLeftOut = { leftOut: () => 0 };
  switch (shape.format) {
    case 'csv':
      return { ...csvWriter(sink, shape, about), ...nothingLeftOut };
    case 'json':
      return { ...jsonWriter(sink, shape), ...nothingLeftOut };
    case 'jsonl':
      return { ...jsonLinesWriter(sink, shape), ...nothingLeftOut };
    case 'markdown':
      return { ...markdownWriter(sink, shape), ...nothingLeftOut };
    case 'parquet':
      return parquetWriter(sink, shape);
    case 'xlsx':
      return xlsxWriter(sink, shape);
  }
}

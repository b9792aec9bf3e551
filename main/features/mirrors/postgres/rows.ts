import type { Json } from '../../../../preload/contract/json.ts';
import type { MirrorColumnType, MirrorRow, MirrorTable } from '../mirrorTable.ts';

/** Rows as PostgreSQL's COPY reads them. Rule: PostgreSQL 15, COPY, "Text format". */

/** The types of columns: an identifier is text, and `numeric` holds whole numbers of any size. */
export const columnTypes: Readonly<Record<MirrorColumnType, string>> = {
  text: 'text',
  integer: 'numeric',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp with time zone',
  json: 'jsonb',
};

/** Returns the lines of rows, the last of those with one id. */
export function copyLines({ columns }: Pick<MirrorTable, 'columns'>, rows: readonly MirrorRow[]): string {
  const last = new Map(rows.map((row) => [row.id, row]));
  return [...last.values()]
    .map(
      ({ values }) =>
        `${values.map((value, index) => copyValue(value, columns[index]?.type ?? 'text')).join('\t')}\n`,
    )
    .join('');
}

const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copyValue(value: MirrorRow['values'][number], type: MirrorColumnType): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  const text = type === 'json' ? storableJson(value) : value;
  return text.replace(special, (found) => escapes[found] ?? found);
}

/** `jsonb` takes neither the character 0 nor half of a pair: they become U+FFFD, as in the columns of text. */
function storableJson(text: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return text;
  return JSON.stringify(storable(JSON.parse(text) as Json));
}

function storable(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD');
  if (Array.isArray(value)) return (value as Json[]).map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [String(storable(name)), storable(member ?? null)]),
  );
}

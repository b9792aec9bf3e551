import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RecordsText } from '../../../../preload/contract/recordsText.ts';
import type { SqlDatabase } from '../../query/database.ts';
import { checkRead, decodeRecord, hashIn, recordText, type Row } from '../../query/records.ts';
import { makeBoundedMap } from '../../query/statements.ts';
import type { Table } from '../../query/tables.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import { nestedPath, resolveField } from '../../../../preload/contract/resources/fieldValue.ts';
import type { Resource } from '../../../../preload/contract/resources.ts';

/** Pages whose text stays in memory, for a return to them. */
const pagesInMemory = 8;

const contentSchema = z.string();

/** Makes the JSON text of records of one table. */
interface RecordTexts {
  /** The table, whose rows are to be read by its select list. */
  readonly table: Table;
  /** The text of these rows with these fields; whole records without any. Call it in the transaction that read the rows. */
  textOf(rows: readonly Row[], fields?: readonly string[]): RecordsText;
}

/**
 * A record of an asset or a network holds lists of 40 to 120 kB that no grid shows: to parse those of a page takes ten times as long as
 * everything else. So rows come without their body, and where the same bodies are shown again with the same values in their columns,
 * the text is the one that was made before. Transactions are many and small, and are read whole.
 */
export function makeRecordTexts(database: SqlDatabase, table: Table): RecordTexts {
  if (table.chunked) return { table, textOf: (rows, fields) => makeText(table, rows, fields) };
  const texts = makeBoundedMap<string>(pagesInMemory);
  const readContent = database.prepare(`SELECT content FROM ${table.bodies} WHERE key = ?`).pluck();
  const withContent = ([body, ...values]: Row): Row => [
    contentSchema.parse(readContent.get(body)),
    ...values,
  ];
  const make = (rows: readonly Row[], fields?: readonly string[]): RecordsText =>
    makeText(table, rows.map(withContent), fields);
  return {
    table: { ...table, selectList: table.selectList.replace('b.content', 'b.key') },
    textOf(rows, fields) {
      if (fields === undefined) return make(rows);
      for (const row of rows) checkRead(table, row, false);
      const first = 1 + table.own.length;
      const shown = rows.map((row) => [hashIn(table, row), row.slice(first, first + table.columns.length)]);
      const key = createHash('sha256')
        .update(JSON.stringify([fields, shown]))
        .digest('hex');
      return { recordsText: texts.get(key, () => make(rows, fields).recordsText), recordCount: rows.length };
    },
  };
}

/** The text of rows that come with their bodies. */
export function makeText(table: Table, rows: readonly Row[], fields?: readonly string[]): RecordsText {
  const recordCount = rows.length;
  if (fields === undefined)
    return { recordsText: `[${rows.map((row) => recordText(table, row)).join(',')}]`, recordCount };
  const records = rows.map((row) => decodeRecord(table, row));
  return { recordsText: JSON.stringify(chooseFields(table.resource, records, fields)), recordCount };
}

/**
 * Records with these fields of the catalogue only; the identifier and what the catalogue does not know stay. What a record holds
 * nested comes under the name of the field.
 */
export function chooseFields(
  resource: Resource,
  records: readonly ResourceRecord[],
  fields: readonly string[],
): ResourceRecord[] {
  const wanted = new Set(fields);
  const left = new Set(resource.fields.map(({ name }) => name).filter((name) => !wanted.has(name)));
  const nested = fields.filter((name) => nestedPath(resource, name) !== null);
  return records.map((record) => ({
    ...Object.fromEntries(Object.entries(record).filter(([name]) => !left.has(name))),
    ...Object.fromEntries(
      nested.flatMap((name): [string, Json][] => {
        const value = resolveField(resource, record, name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    id: record.id,
  }));
}

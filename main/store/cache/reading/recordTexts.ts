import type { RecordsText } from '../../../../preload/contract/recordsText.ts';
import { decodeRecord, recordText, type Row } from '../../query/records.ts';
import { withoutLists, type Table } from '../../query/tables.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import type { PartialRecord, ResourceRecord } from '../../../../preload/contract/records.ts';
import { nestedPath, resolveField } from '../../../../preload/contract/resources/fieldValue.ts';
import type { Resource } from '../../../../preload/contract/resources.ts';

/** Returns the table for reading a page with these fields; without lists if none of the fields needs them. */
export function tableFor(table: Table, fields?: readonly string[]): Table {
  const isInList = (name: string): boolean => table.lists.has(nestedPath(table.resource, name)?.[0] ?? name);
  return fields === undefined || fields.some(isInList) ? table : withoutLists(table);
}

/** Returns whole records without `fields`. Call it in the transaction that read the rows. */
export function makeText(table: Table, rows: readonly Row[], fields?: readonly string[]): RecordsText {
  const recordCount = rows.length;
  if (fields === undefined)
    return { recordsText: `[${rows.map((row) => recordText(table, row)).join(',')}]`, recordCount };
  const records = rows.map((row) => decodeRecord(table, row));
  return { recordsText: JSON.stringify(chooseFields(table.resource, records, fields)), recordCount };
}

/** Keeps these fields, the identifier, and unknown fields. A nested value gets its field's name. */
export function chooseFields(
  resource: Resource,
  records: readonly ResourceRecord[],
  fields: readonly string[],
): PartialRecord[] {
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

import type { SqlColumn, SqlView } from '../../../preload/contract/sql.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { cacheTable } from '../records/resourceTables.ts';
import { viewName } from '../records/resourceViews.ts';
import { quote, textLiteral } from '../query/sql.ts';
import { unpackValues } from './historyCodec.ts';
import { resourcesWithHistory } from './historyTables.ts';

export const changesView: SqlView = {
  name: 'changes',
  resource: null,
  description:
    'How cached records changed from day to day, as this app has seen it: a row for each field and change. Older days are joined to weeks.',
  columns: [
    column('resource', 'text', 'The view of the record.'),
    column('record_id', 'id', 'The id of the record.'),
    column('title', 'text', 'The name of the record.'),
    column('field', 'text', 'The field that changed. Of a metric it is the value.'),
    column(
      'before',
      'text',
      'The value before. Times are milliseconds since 1970 UTC, true and false 1 and 0.',
    ),
    column('after', 'text', 'The value that came.'),
    column('seen_until', 'date', 'The last day on which the value before was seen.'),
    column('changed_on', 'date', 'The day on which the value that came was first seen.'),
  ],
};

function column(name: string, type: SqlColumn['type'], description: string): SqlColumn {
  return { name, type, label: name, description, indexed: false };
}

/** SQL function of the view: returns packed values as JSON text, by field number. */
export const packedValuesFunction = 'rwa_packed_values';

export function packedValuesText(before: unknown): string | null {
  return before instanceof Uint8Array
    ? JSON.stringify(Object.fromEntries(unpackValues(Buffer.from(before))), (_, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      )
    : null;
}

export function changesSelect(schema: string): string {
  return resourcesWithHistory.map((name) => changesOf(name, schema)).join(' UNION ALL ');
}

/** Tests days and fields before it finds the next value, either replaced or current. */
function changesOf(name: ResourceName, schema: string): string {
  const table = cacheTable(resources[name]);
  const from = (quoted: string): string => `${quote(schema)}.${quoted}`;
  const values = (row: string): string => `${packedValuesFunction}(${row}.before)`;
  const path = `'$."' || f.number || '"'`;
  const day = (days: string): string => `date(${days} * 86400, 'unixepoch')`;
  const title = table.column.get(table.resource.titleField)?.sql ?? '"id"';
  const current = table.columns
    .map(({ name: field, sql }) => `WHEN ${textLiteral(field)} THEN r.${sql}`)
    .join(' ');
  return `SELECT ${textLiteral(viewName(name))} AS resource, r."id" AS record_id, r.${title} AS title, f.name AS field,
      v.value AS before,
      coalesce(
        (SELECT ${values('n')} -> (${path}) FROM ${from('history')} n
         WHERE n.resource = h.resource AND n.key = h.key AND n.changed_on > h.changed_on
           AND ${values('n')} -> (${path}) IS NOT NULL ORDER BY n.changed_on LIMIT 1),
        json_quote(CASE f.name ${current} END)
      ) ->> '$' AS after,
      ${day('h.seen_until')} AS seen_until, ${day('h.changed_on')} AS changed_on
    FROM ${from('history')} h JOIN ${from(table.name)} r ON r._key = h.key
      CROSS JOIN json_each(${values('h')}) v CROSS JOIN ${from('history_fields')} f ON f.number = CAST(v.key AS INTEGER)
    WHERE h.resource = ${textLiteral(name)}`;
}

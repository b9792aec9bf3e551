import { isGroup, type Filter, type Query, type Scalar } from '../../../preload/contract/query.ts';
import type { PageCounts } from '../../../preload/contract/records.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { headlines } from '../../../preload/contract/resources/headlines.ts';
import type { Field } from '../../../preload/contract/resources/types.ts';
import { parseFilter } from '../../store/query/parse.ts';
import { recordText, type Row } from '../../store/query/records.ts';
import { makeQueryRunner } from '../../store/query/run.ts';
import type { Table } from '../../store/query/tables.ts';
import { comparableInstant } from '../../store/query/values.ts';
import type { SampleData } from '../data/database.ts';
import { tables } from '../data/tables.ts';
import { shiftDays } from '../data/world.ts';
import { RequestProblem } from '../http/respond.ts';

export type Lists = ReturnType<typeof makeLists>;

/** `shift`: days to add to those of the files, see `storedDay`. */
export function makeLists({ database, histories, texts, has }: SampleData, shift: number) {
  const runner = makeQueryRunner(database);
  // Texts of assets and tokens are made for the service's own day.
  const textOf = (name: ResourceName, row: Row): string =>
    name === 'assets' || name === 'tokens'
      ? texts[name](Number(row[0]))
      : shiftText(tables[name], recordText(tables[name], row), shift);
  return {
    list: (name: ResourceName, query: Query): string => {
      if (query.aggregate !== undefined) {
        throw new RequestProblem(400, "Invalid query: 'aggregate' belongs to the aggregate endpoints.");
      }
      const table = tables[name];
      const filter = query.filter && shiftFilter(table, parseFilter(query.filter), -shift);
      const stored = filter === undefined ? query : { ...query, filter };
      const { rows, pagination } = runner.readPage(table, stored, { openFields: false });
      const records = rows.map((row) => textOf(name, row));
      return listText(table, query, records, pagination);
    },
    /** The first page of assets by headline value, until their table is made; null for any other query. */
    firstAssets: (query: Query): string | null => {
      const { pagination: { page = 1, perPage = NaN } = {}, sort, filter, aggregate } = query;
      const isByHeadline =
        sort?.field === headlines.assets && sort.direction === 'desc' && sort.thenBy === undefined;
      if (has('assets') || !isByHeadline || filter !== undefined || aggregate !== undefined) return null;
      if (perPage > firstRows) return null;
      const ids = texts.assetsByHeadline().slice((page - 1) * perPage, page * perPage);
      const { length } = histories().world.assets;
      const pagination = { page, perPage, pageCount: Math.ceil(length / perPage), resultCount: length };
      return ids.length < perPage ? null : listText(tables.assets, query, ids.map(texts.assets), pagination);
    },
    record: (name: ResourceName, id: number): string | null => {
      const query = { filter: { field: 'id', operator: 'equals', value: id } };
      const [row] = runner.readPage(tables[name], query, { openFields: false }).rows;
      return row === undefined ? null : textOf(name, row);
    },
  };
}

/** More records take longer than their table. */
const firstRows = 100;

/** Rule: service notes, "Envelope of a list". */
function listText(
  { resource }: Table,
  { filter, sort = resource.defaultSort }: Query,
  records: readonly string[],
  pagination: PageCounts,
): string {
  return `{"results":[${records.join(',')}],${JSON.stringify({ filter, sort, pagination }).slice(1)}`;
}

function isMoment(field: Field | undefined): boolean {
  return field?.type === 'date' || field?.type === 'datetime';
}

function shiftText({ resource }: Table, text: string, days: number): string {
  const names = resource.fields.filter(isMoment).map(({ name }) => name);
  const moments = new RegExp(`(?<=[{,]"(?:${names.join('|')})":")\\d{4}-\\d\\d-\\d\\d`, 'g');
  return names.length === 0 ? text : text.replace(moments, (day) => shiftDays(day, days));
}

/** Shifts the moments in a filter; other values stay, to be refused. */
function shiftFilter(table: Table, filter: Filter, days: number): Filter {
  if (isGroup(filter)) {
    return { ...filter, filters: filter.filters.map((part) => shiftFilter(table, part, days)) };
  }
  if (!isMoment(table.field.get(filter.field))) return filter;
  const shifted = (value: Scalar): Scalar =>
    typeof value === 'string' && comparableInstant(value) !== null ? shiftDays(value, days) : value;
  const { value } = filter;
  return { ...filter, value: Array.isArray(value) ? value.map(shifted) : shifted(value) };
}

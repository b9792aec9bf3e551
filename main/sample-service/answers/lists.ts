import type Database from 'better-sqlite3';
import { isGroup, type Filter, type Query, type Scalar } from '../../../preload/contract/query.ts';
import type { Field } from '../../../preload/contract/resources/types.ts';
import { parseFilter } from '../../store/query/parse.ts';
import { isRow, recordText, type Row } from '../../store/query/records.ts';
import { makeQueryRunner } from '../../store/query/run.ts';
import type { Table } from '../../store/query/tables.ts';
import { comparableInstant } from '../../store/query/values.ts';
import { shiftDays } from '../data/calendar.ts';
import type { RecordTexts } from '../data/recordTexts.ts';
import { RequestProblem } from '../http/answer.ts';

/** Answers lists and single records from the tables. */
export interface Lists {
  /** The JSON text of a list. Throws a `QueryProblem` where the query cannot be answered. */
  list(table: Table, query: Query): string;
  /** The JSON text of a record, or null where there is none with this id. */
  record(table: Table, id: number): string | null;
}

/** @param shift the days to add to those of the files: see `storedDay` */
export function makeLists(database: Database.Database, texts: RecordTexts, shift: number): Lists {
  const runner = makeQueryRunner(database);
  const textOf = (table: Table, row: Row): string => {
    const text = recordText(table, row);
    const { name } = table.resource;
    // Those of assets and tokens are made for this day.
    if (name === 'tokens') return text;
    return name === 'assets' ? nestTokens(texts, text) : shiftText(table, text, shift);
  };
  return {
    list: (table, query) => {
      if (query.aggregate !== undefined) {
        throw new RequestProblem(400, "Invalid query: 'aggregate' belongs to the aggregate endpoints.");
      }
      const filter = query.filter && shiftFilter(table, parseFilter(query.filter), -shift);
      const stored = filter === undefined ? query : { ...query, filter };
      const { rows, pagination } = runner.readPage(table, stored, { openFields: false });
      const records = rows.map((row) => textOf(table, row));
      const { sort = table.resource.defaultSort } = query;
      const echoes = JSON.stringify({ filter: query.filter, sort, pagination });
      // Rule: service notes, "Envelope of a list".
      return `{"results":[${records.join(',')}],${echoes.slice(1)}`;
    },
    record: (table, id) => {
      const row = database
        .prepare(
          `SELECT ${table.selectList} FROM ${table.name} r JOIN ${table.bodies} b ON b.key = r._body WHERE r."id" = ?`,
        )
        .raw()
        .get(id);
      return isRow(row) ? textOf(table, row) : null;
    },
  };
}

function isMoment(field: Field | undefined): boolean {
  return field?.type === 'date' || field?.type === 'datetime';
}

/** The text of a record with its moments so many days later. */
function shiftText({ resource }: Table, text: string, days: number): string {
  const names = resource.fields.filter(isMoment).map(({ name }) => name);
  const moments = new RegExp(`(?<=[{,]"(?:${names.join('|')})":")\\d{4}-\\d\\d-\\d\\d`, 'g');
  return names.length === 0 ? text : text.replace(moments, (day) => shiftDays(day, days));
}

/** The filter with the moments that it compares so many days later; what is no moment stays, to be refused. */
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

/** What stands for the tokens in the text of an asset. No text inside a record has it: quotes are escaped there. */
const noTokens = '"tokens":[]';

/** Records begin with their id. */
const firstId = /^\{"id":(\d+),/;

/**
 * Puts the records of its tokens into the text of an asset. Rule: service notes, "Records": nested tokens have nearly all members of a
 * token's record.
 */
function nestTokens(texts: RecordTexts, assetText: string): string {
  const tokens = texts.tokensOf(Number(firstId.exec(assetText)?.[1]));
  return assetText.replace(noTokens, () => `"tokens":[${tokens.join(',')}]`);
}

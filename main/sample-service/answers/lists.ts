import type Database from 'better-sqlite3';
import type { Query } from '../../../preload/contract/query.ts';
import { isRow, recordText, type Row } from '../../store/query/records.ts';
import { makeQueryRunner } from '../../store/query/run.ts';
import type { Table } from '../../store/query/tables.ts';
import type { RecordTexts } from '../data/recordTexts.ts';
import { RequestProblem } from '../http/answer.ts';

/** Answers lists and single records from the tables. */
export interface Lists {
  /** The JSON text of a list. Throws a `QueryProblem` where the query cannot be answered. */
  list(table: Table, query: Query): string;
  /** The JSON text of a record, or null where there is none with this id. */
  record(table: Table, id: number): string | null;
}

export function makeLists(database: Database.Database, texts: RecordTexts): Lists {
  const runner = makeQueryRunner(database);
  const textOf = (table: Table, row: Row): string => {
    const text = recordText(table, row);
    return table.resource.name === 'assets' ? nestTokens(texts, text) : text;
  };
  return {
    list: (table, query) => {
      if (query.aggregate !== undefined) {
        throw new RequestProblem(400, "Invalid query: 'aggregate' belongs to the aggregate endpoints.");
      }
      const { rows, pagination } = runner.readPage(table, query, { openFields: false });
      const records = rows.map((row) => textOf(table, row));
      const { filter, sort = table.resource.defaultSort } = query;
      // Rule: service notes, "Envelope of a list".
      return `{"results":[${records.join(',')}],${JSON.stringify({ filter, sort, pagination }).slice(1)}`;
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

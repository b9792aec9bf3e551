import type Database from 'better-sqlite3';
import { isRow, recordText } from '../../store/query/records.ts';
import type { Table } from '../../store/query/tables.ts';

/**
 * The tokens of an asset are kept once, in their own table, and put into the asset's record when it is sent. Rule: service notes,
 * "Records": nested tokens have nearly all members of a token's record.
 */

/** What stands for the tokens in the text of a record that is kept. No text inside a record has it: quotes are escaped there. */
const noTokens = '"tokens":[]';

/** Records begin with their id. */
const firstId = /^\{"id":(\d+),/;

/** Puts the tokens of an asset into the text of its record. */
export function makeTokenNesting(database: Database.Database, tokens: Table): (assetText: string) => string {
  // The tokens may be made while assets are answered already: their table is there when the first is asked for.
  let read: Database.Statement | undefined;
  return (assetText) => {
    read ??= database
      .prepare(
        `SELECT ${tokens.selectList} FROM ${tokens.name} r JOIN ${tokens.bodies} b ON b.key = r._body
         WHERE r.asset_id = ? ORDER BY r._order`,
      )
      .raw();
    const texts = read
      .all(Number(firstId.exec(assetText)?.[1]))
      .filter(isRow)
      .map((row) => recordText(tokens, row));
    return assetText.replace(noTokens, () => `"tokens":[${texts.join(',')}]`);
  };
}

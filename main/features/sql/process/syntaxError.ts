import { positionOf, tokensOf } from '../../../../preload/contract/sqlStatement.ts';
import { errorText } from '../../../../preload/contract/failures.ts';
import type { Sqlite } from './openViews.ts';

/** Only the word is known: the shortest prefix of the statement with the same error ends at it. */
export function withPosition(
  { DatabaseSync }: Pick<Sqlite, 'DatabaseSync'>,
  sql: string,
  message: string,
): string {
  if (message === 'incomplete input') return `${message} at ${positionOf(sql, sql.trimEnd().length)}`;
  const named = /^near "([^]+)": syntax error$|^unrecognized token: "([^]+)"$/.exec(message);
  const word = named?.[1] ?? named?.[2];
  if (word === undefined) return message;
  // An empty database: the text is only prepared, and nothing runs.
  const database = new DatabaseSync(':memory:');
  const hasError = (end: number): boolean => {
    try {
      database.prepare(sql.slice(0, end));
      return false;
    } catch (error) {
      return errorText(error) === message;
    }
  };
  const places = placesOf(sql, word);
  let [first, after] = [0, places.length];
  while (first < after) {
    const middle = Math.floor((first + after) / 2);
    if (hasError((places[middle] ?? 0) + word.length)) after = middle;
    else first = middle + 1;
  }
  database.close();
  const place = places[first];
  return place === undefined ? message : `${message} at ${positionOf(sql, place)}`;
}

function placesOf(sql: string, word: string): number[] {
  if (/^[\p{L}\p{N}_]/u.test(word))
    return [...tokensOf(sql)].flatMap(({ from, to }) => (sql.slice(from, to) === word ? from : []));
  const places: number[] = [];
  for (let place = sql.indexOf(word); place >= 0; place = sql.indexOf(word, place + 1)) places.push(place);
  return places;
}

import { isRow } from '../query/records.ts';
import type { SearchHit } from '../../../preload/contract/search.ts';
import type { Query } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { shortenAddress } from '../../../preload/contract/shorten.ts';
import type { Statements } from '../query/statements.ts';
import { cacheTable } from '../records/resourceTables.ts';
import { makeChunkReader } from '../query/chunks/chunkReader.ts';
import { keysByCode } from '../query/chunks/keysByCode.ts';
import { prefixRange } from '../query/chunks/sortCode.ts';
import { readShortened } from './searchText.ts';

export function makeTransactionSearch(statements: Statements): (text: string, limit: number) => SearchHit[] {
  const table = cacheTable(resources.transactions);
  const chunks = makeChunkReader(statements, table, 0);

  function candidates(beginnings: readonly string[]): number[] | null {
    chunks.refresh();
    return keysByCode(chunks, 'transaction_hash', beginnings.map(prefixRange), lookedAt);
  }

  return (text, limit) => {
    const typed = text.trim();
    const ends = readShortened(typed);
    const start = ends?.start ?? typed;
    const end = ends?.end ?? '';
    if (!/^(0x[0-9a-f]{2,}|[1-9A-Za-z]{6,})$/i.test(start)) return [];
    const keys = candidates(ranges(start));
    return [...hashes(statements, keys, start, end, limit), ...addresses(statements, start, end, limit)];
  };
}

const lookedAt = 5000;
const differentAddresses = 2000;
/** Beyond this, an address has “1,000+” transactions. */
const countedTo = 1000;

function hashes(
  statements: Statements,
  keys: readonly number[] | null,
  start: string,
  end: string,
  limit: number,
): SearchHit[] {
  const among = keys === null ? '1' : '_key IN (SELECT value FROM json_each(:keys))';
  const found = statements
    .rows(
      `SELECT "id", "transaction_hash", "from_address", "to_address" FROM transactions
       WHERE ${among} AND ${matches('"transaction_hash"')} LIMIT :limit`,
    )
    .all({ start, end, limit, ...(keys === null ? {} : { keys: JSON.stringify(keys) }) })
    .filter(isRow);
  return found.map(([id, hash, from, to]) => ({
    ...common(String(hash), start, end),
    key: `transactions ${String(id)}`,
    id: String(id),
    query: null,
    title: String(hash),
    subtitle: [from, to]
      .map((address) => (address === null ? '' : shortenAddress(String(address))))
      .join(' → '),
    field: 'transaction_hash',
    fieldLabel: labelOf('transaction_hash'),
  }));
}

function addresses(statements: Statements, start: string, end: string, limit: number): SearchHit[] {
  const found = new Set<string>();
  for (const field of ['from_address', 'to_address']) {
    for (const from of ranges(start)) {
      const values = statements
        .values(
          `WITH RECURSIVE each (address) AS (
             SELECT min("${field}") FROM transactions WHERE "${field}" >= :from AND "${field}" < :to
             UNION ALL
             SELECT (SELECT min("${field}") FROM transactions WHERE "${field}" > address AND "${field}" < :to)
             FROM each WHERE address IS NOT NULL LIMIT ${differentAddresses.toString()}
           ) SELECT address FROM each WHERE address IS NOT NULL AND ${matches('address')} LIMIT :limit`,
        )
        .all({ from, to: `${from}\u{10FFFF}`, start, end, limit });
      for (const value of values) found.add(String(value));
    }
  }
  return [...found].slice(0, limit).map((address) => {
    const query: Query = {
      filter: {
        operator: 'or',
        filters: [
          { operator: 'equals', field: 'from_address', value: address },
          { operator: 'equals', field: 'to_address', value: address },
        ],
      },
    };
    const count = ['from_address', 'to_address']
      .map((field) =>
        Number(
          statements
            .values(
              `SELECT count(*) FROM (SELECT 1 FROM transactions WHERE "${field}" = ? LIMIT ${(countedTo + 1).toString()})`,
            )
            .get(address),
        ),
      )
      .reduce((sum, part) => sum + part, 0);
    return {
      ...common(address, start, end),
      key: `address ${address}`,
      id: null,
      query,
      title: address,
      subtitle: `${count > countedTo ? '1,000+' : count.toString()} cached ${count === 1 ? 'transaction' : 'transactions'}`,
      field: 'from_address',
      fieldLabel: 'Address',
    };
  });
}

function common(
  text: string,
  start: string,
  end: string,
): Pick<SearchHit, 'resource' | 'matched' | 'ranges' | 'match'> {
  const atEnd: [number, number][] = end === '' ? [] : [[text.length - end.length, text.length]];
  return {
    resource: 'transactions',
    matched: text,
    ranges: [[0, start.length], ...atEnd],
    match: text.length === start.length ? 'exact' : 'prefix',
  };
}

/** Hexadecimal digits ignore case; other codes do not. */
function matches(column: string): string {
  return `(substr(${column}, 1, length(:start)) = :start OR (:start LIKE '0x%' AND lower(substr(${column}, 1, length(:start))) = lower(:start)))
    AND (:end = '' OR substr(${column}, -length(:end)) = :end OR (:start LIKE '0x%' AND lower(substr(${column}, -length(:end))) = lower(:end)))`;
}

/** Number of digits whose spellings are all looked up: enough to leave few rows. */
const spelledDigits = 5;

function ranges(start: string): string[] {
  if (!/^0x/i.test(start)) return [start];
  let spelled = ['0x'];
  const digits = start.slice(2);
  for (const digit of digits.slice(0, spelledDigits)) {
    const cases = new Set([digit.toLowerCase(), digit.toUpperCase()]);
    spelled = spelled.flatMap((beginning) => [...cases].map((letter) => beginning + letter));
  }
  return spelled;
}

function labelOf(name: string): string {
  return resources.transactions.fields.find((field) => field.name === name)?.label ?? name;
}

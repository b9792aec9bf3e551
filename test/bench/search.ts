import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { metricDefinitions } from '../../preload/contract/resources/metrics.ts';
import { migrate } from '../../main/platform/sqlite/migrations.ts';
import { cacheMigrations } from '../../main/store/cache/maintenance/cacheMigrations.ts';
import { makeRowObservers } from '../../main/store/cache/writing/rowObservers.ts';
import { makeRecordIntake } from '../../main/store/records/recordIntake.ts';
import { makeSearchReader } from '../../main/store/search/searchReader.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { atMost, quantile, timed, type Figure } from './figure.ts';
import { fillCache, makeRandom, makeTransactions, type Random } from './storeData.ts';

/** The search at 24,000 tokens and a million transactions. */

const tokens = 24_000;
const transactions = 1_000_000;
const searches = 600;
const recordsPerPage = 1000;
const firstDay = Date.UTC(2026, 0, 1);
/** The search answers while the user types. */
const goalMs = 50;

export async function run(): Promise<Figure[]> {
  await Promise.resolve();
  return measureSearch(join(makeTemporaryFolder('bench'), 'search.db'));
}

function openCache(path: string): Database.Database {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('cache_size = -24576');
  migrate(database, cacheMigrations);
  return database;
}

function measureSearch(path: string): Figure[] {
  const next = makeTransactions(1);
  const sample = Array.from({ length: 200 }, next);
  fillCache(path, transactions, next);
  const database = openCache(path);
  const intake = makeRecordIntake(database, makeRowObservers(database));
  const make = makeTokens(3);
  const all = Array.from({ length: tokens }, make);
  for (const page of pagesOf(all)) store(database, intake, page, firstDay);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const reader = makeSearchReader(database);
  const random = makeRandom(17);
  const kinds = new Map<string, number[]>();
  for (let asked = 0; asked < searches; asked += 1) {
    const { kind, text } = question(random, all, sample);
    const took = timed(() => reader.search({ text, limit: 30 }));
    kinds.set(kind, [...(kinds.get(kind) ?? []), took]);
  }
  database.close();
  const times = [...kinds.values()].flat();
  const p95 = quantile(times, 0.95);
  return [
    atMost('search, p95', p95, 'ms', goalMs),
    { name: 'search, median', value: quantile(times, 0.5), unit: 'ms' },
    ...[...kinds].map(([kind, of]) => ({
      name: `search by ${kind}, p95`,
      value: quantile(of, 0.95),
      unit: 'ms',
    })),
  ];
}

const words =
  'harbor ocean ridge summit cedar willow granite copper silver meridian atlas beacon cascade delta ember falcon glacier horizon island juniper keystone lantern mosaic nimbus orchard pioneer quarry raven sierra tundra umbra valley walnut zenith treasury credit income growth fund bond trust note yield liquid global short money market private senior secured realty energy carbon equity index'.split(
    ' ',
  );

/** Makes tokens with names of a few words, most figures filled, as on a day. */
function makeTokens(seed: number): () => ResourceRecord {
  const random = makeRandom(seed);
  const metrics = metricDefinitions.slice(0, 70).map(({ name }) => name);
  const pick = (): string => words[Math.floor(random() * words.length)] ?? '';
  const hex = (length: number): string =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  let id = 0;
  return () => {
    id += 1;
    const name = [pick(), pick(), pick()]
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');
    return {
      id,
      name: `${name} ${(id % 97).toString()}`,
      address: `0x${hex(40)}`,
      network_name: ['Ethereum', 'Solana', 'Base', 'Stellar'][id % 4] ?? '',
      protocol_name: `Platform ${(id % 210).toString()}`,
      asset_id: Math.ceil(id / 7),
      ...Object.fromEntries(
        metrics.map((name) => [name, { val: Math.round(random() * 1e11) / 100, val_7d: 1 }]),
      ),
    };
  };
}

/** What a user may type: beginnings, words, typos, addresses, hashes. */
function question(
  random: Random,
  all: readonly ResourceRecord[],
  sample: readonly ResourceRecord[],
): { kind: string; text: string } {
  const record = all[Math.floor(random() * all.length)];
  const transaction = sample[Math.floor(random() * sample.length)];
  const name = String(record?.['name']);
  const word = name.split(' ')[Math.floor(random() * 3)] ?? '';
  const address = String(record?.['address']);
  const hash = String(transaction?.['transaction_hash']);
  const wallet = String(transaction?.['to_address'] ?? transaction?.['from_address']);
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 2));
  const mistyped = word.slice(0, at) + word.slice(at + 1);
  const swapped = word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  const kinds: readonly [string, string][] = [
    ['one letter', name.slice(0, 1)],
    ['two letters', word.slice(0, 2)],
    ['the beginning of a word', word.slice(0, 4)],
    ['a word', word],
    ['a name', name],
    ['two words', name.split(' ').slice(0, 2).join(' ')],
    ['a word with a letter missing', mistyped],
    ['a word with letters swapped', swapped],
    ['words of which one is mistyped', `${mistyped} ${name.split(' ')[2] ?? ''}`],
    ['an address', address],
    ['a shortened address', `${address.slice(0, 6)}…${address.slice(-4)}`],
    ['a hash', hash],
    ['the beginning of a hash', hash.slice(0, 8)],
    ['a wallet', wallet],
    ['nothing that is there', `zq${word}x`],
  ];
  const [kind, text] = kinds[Math.floor(random() * kinds.length)] ?? ['a name', name];
  return { kind, text };
}

function store(
  database: Database.Database,
  intake: ReturnType<typeof makeRecordIntake>,
  records: readonly ResourceRecord[],
  fetchedAt: number,
): void {
  database
    .transaction(() => intake.take({ resource: 'tokens', records, fetchedAt, request: '/v4/tokens' }))
    .immediate();
}

function* pagesOf(records: readonly ResourceRecord[]): Generator<readonly ResourceRecord[]> {
  for (let at = 0; at < records.length; at += recordsPerPage) yield records.slice(at, at + recordsPerPage);
}

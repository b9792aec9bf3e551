import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { vi } from 'vitest';
import { z } from 'zod';
import type { RecordReader } from '../../../../../main/features/records/recordReader.ts';
import {
  createExports,
  type Exports,
  type ExportsOptions,
} from '../../../../../main/features/exports/exports.ts';
import { createJobs } from '../../../../../main/jobs/jobs.ts';
import { verifyExport } from '../../../../../main/features/exports/verify.ts';
import type { ExportEnvironment, ExportResult } from '../../../../../main/features/exports/preparedExport.ts';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import awkwardNames from '../../../../../main/sample-service/data/awkwardNames.json' with { type: 'json' };
import { openWorkFolder } from '../../../../../main/platform/system/workFolder.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import {
  defaultOptions,
  type ExportFormat,
  type ExportOptions,
  type ExportRequest,
  type Verification,
} from '../../../../../preload/contract/exports.ts';
import { FailureError } from '../../../../../preload/contract/failures.ts';
import type { Job } from '../../../../../preload/contract/jobs.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { newCache } from '../../../../support/newStore.ts';
import { answerBytes, writePage } from '../../../../support/storedPages.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { workers } from '../../../../support/built.ts';
import { openTestStore } from '../../store/testStore.ts';
import { wholeProof } from '../../../../support/wholeProof.ts';

/** Records with everything that has broken a file, their exports, and programs that know nothing of this one to read them. */

/** Rule: OWASP, CSV Injection, with the full-width forms. */
export const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  "=cmd|' /C calc'!A0",
];

const texts = [
  ...formulas,
  ...awkwardNames,
  'plain',
  '',
  ' leading and trailing ',
  'a "quoted" word',
  'comma, semicolon; tab\there',
  'two\r\nlines',
  '_x0041_ is not A',
  'bell \u0007 and escape \u001B[31m',
  '</t> & <script>',
  'null',
  '0123',
  '1e5',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🇨🇭',
];
const numbers = [
  0,
  -5,
  0.1,
  1 / 3,
  1e21,
  1e-7,
  123456789012345680,
  2 ** 53,
  -0.000123,
  5e-324,
  1.7976931348623157e308,
  null,
];

/** One record for each awkward text, with numbers and dates beside it. */
export const awkwardRecords: readonly ResourceRecord[] = texts.map((text, index) => ({
  id: `1-0x${index.toString(16).padStart(8, '0')}-0-0`,
  date: '2024-02-29T00:00:00.000Z',
  timestamp: index % 2 === 0 ? '2024-02-29T23:59:59Z' : '2024-02-29T12:00:00.250Z',
  transaction_hash: text,
  amount: numbers[index % numbers.length] ?? null,
  usd_amount: index / 7,
  from_address: index % 3 === 0 ? null : '0xabc',
  to_address: '0xdef',
  token_id: index,
  asset: { id: index.toString(), name: text, tags: ['a', text] },
}));

export const columns = [
  'id',
  'date',
  'timestamp',
  'transaction_hash',
  'amount',
  'usd_amount',
  'from_address',
  'token_id',
];

export const workerUrl = workers.export;

export interface ExportFixture extends AsyncDisposable {
  readonly cache: CacheStore;
  readonly folder: string;
  readonly environment: ExportEnvironment;
  /** Stores records, a thousand in each commit. */
  write(records: readonly ResourceRecord[]): Promise<void>;
  export(
    format: ExportFormat,
    options?: Partial<ExportOptions>,
    request?: Partial<Pick<ExportRequest, 'columns' | 'scope'>>,
  ): Promise<ExportResult & { path: string }>;
}

/** A cache with records, and exports of it that ask nothing of a service. */
export async function exportFixture(
  records: readonly ResourceRecord[] = awkwardRecords,
): Promise<ExportFixture> {
  const folder = makeTemporaryFolder('formats');
  const cache = await newCache();
  const connection = { id: 'test', name: 'Test', baseUrl: 'https://example.com', sample: false };
  const environment = {
    connection,
    cache,
    recordReader: noService,
    sync: null,
    readResult: () => [],
    workerUrl,
    descriptions: join(folder, 'descriptions'),
    now: Date.now,
  };
  const write = async (written: readonly ResourceRecord[]): Promise<void> => {
    for (let from = 0; from < written.length; from += 1000) {
      await writePage(cache, {
        resource: 'transactions',
        query: {},
        records: written.slice(from, from + 1000),
        pagination: { page: 1, perPage: 1000, pageCount: 2, resultCount: written.length },
        fetchedAt: 1,
        request: '/v4/transactions',
      });
    }
  };
  await write(records);
  const work = openWorkFolder(makeTemporaryFolder('work'));
  let made = 0;
  return {
    cache,
    folder,
    environment,
    write,
    async export(format, options = {}, request = {}) {
      made += 1;
      const path = join(folder, `${made.toString()}.${format}`);
      const control = { signal: new AbortController().signal, update: () => undefined };
      const result = await runExport(
        environment,
        {
          connectionId: 'test',
          scope: { kind: 'cached', resource: 'transactions', query: {} },
          format,
          columns,
          options: { ...defaultOptions(format), headings: 'names', ...options },
          ...request,
        },
        path,
        control,
      );
      return { ...result, path };
    },
    [Symbol.asyncDispose]: () => {
      work.close();
      return cache.close();
    },
  };
}

/** Makes cached transactions complete, as a sync that has read these records does. */
export async function readWhole({ cache }: ExportFixture, records: readonly ResourceRecord[]): Promise<void> {
  const subject = { resource: 'transactions' } as const;
  await cache.syncs.begin({ ...subject, startedAt: 1, perPage: 1000 });
  const counts = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
  const bytes = answerBytes({ records, pagination: counts });
  await cache.syncs.writePage({ ...subject, bytes, fetchedAt: 1, request: '', page: 1, perPage: 1000 });
  await cache.syncs.finish({ ...subject, now: 2, ...wholeProof });
}

/** The exports of an app with one connection, that of the fixture. */
export function exportsOf(
  { environment }: ExportFixture,
  options: Partial<ExportsOptions> & Pick<ExportsOptions, 'user'>,
): Exports {
  return createExports({
    jobs: createJobs({ now: Date.now, events: new EventEmitter() }),
    workerUrl,
    now: Date.now,
    budgets: () => Promise.resolve([]),
    readWatchlist: () => Promise.reject(new Error('No watchlist is exported here.')),
    computedColumns: {
      read: () => Promise.resolve({ columns: [] }),
      define: (_, query) => Promise.resolve(query),
    },
    environment: () => Promise.resolve(environment),
    ...options,
  });
}

/** The exports of an app with a store, which remembers them. */
export interface Exporting extends AsyncDisposable {
  readonly exports: Exports;
  readonly fixture: ExportFixture;
  /** The connections that there are. */
  readonly connections: Set<string>;
  /** The end of a job that is starting. */
  ended(starting: Promise<Job>): Promise<Job>;
}

export async function openExporting(records: readonly ResourceRecord[], now = Date.now): Promise<Exporting> {
  const fixture = await exportFixture(records);
  const store = await openTestStore();
  const jobs = createJobs({ now: Date.now, events: new EventEmitter() });
  const connections = new Set(['test']);
  const gone = new FailureError({ code: 'not-found', message: 'This connection no longer exists.' });
  return {
    fixture,
    connections,
    exports: exportsOf(fixture, {
      jobs,
      now,
      user: store.user,
      environment: (id) =>
        connections.has(id) ? Promise.resolve(fixture.environment) : Promise.reject(gone),
    }),
    async ended(starting) {
      const { id } = await starting;
      const isOver = (): boolean => (jobs.find(id)?.endedAt ?? null) !== null;
      await vi.waitUntil(isOver, { timeout: 60_000 });
      const job = jobs.find(id);
      if (job === undefined) throw new Error('The job is forgotten.');
      return job;
    },
    async [Symbol.asyncDispose]() {
      await jobs.close();
      await store.close();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

/** Only what is cached is exported here. */
const noService = new Proxy<Partial<RecordReader>>(
  {},
  {
    get() {
      throw new Error('Nothing may be asked.');
    },
  },
) as RecordReader;

/** What the check of a file finds. */
export function verified(path: string): Promise<Verification> {
  return verifyExport(path, { workerUrl, signal: new AbortController().signal });
}

/** Rows of a query by DuckDB, values as its JSON form has them. */
export async function byDuckDb(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const run = promisify(execFile);
const cellsSchema = z.array(z.array(z.string()));

/** The cells of a CSV file by Python's csv. */
export async function byPython(path: string, delimiter = ','): Promise<string[][]> {
  const program = `import csv, json, sys
csv.field_size_limit(1 << 30)
with open(sys.argv[1], newline='', encoding='utf-8-sig') as file:
    print(json.dumps(list(csv.reader(file, delimiter=sys.argv[2], strict=True))))`;
  const { stdout } = await run('python3', ['-c', program, path, delimiter], { maxBuffer: 1 << 28 });
  return cellsSchema.parse(JSON.parse(stdout));
}

export const office = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find((path) => existsSync(path));

/** The numbers of a column of the first sheet, by Python's own reader of XML; null for empty cells. */
export async function numbersOfSheet(path: string, column: string): Promise<(number | null)[]> {
  const program = `import json, sys, xml.etree.ElementTree as tree, zipfile
main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
sheet = tree.fromstring(zipfile.ZipFile(sys.argv[1]).read('xl/worksheets/sheet1.xml'))
found = []
for row in list(sheet.iter(main + 'row'))[1:]:
    cells = {cell.get('r').rstrip('0123456789'): cell.findtext(main + 'v') for cell in row}
    found.append(cells.get(sys.argv[2]))
print(json.dumps(found))`;
  const { stdout } = await run('python3', ['-c', program, path, column]);
  return z
    .array(z.string().nullable())
    .parse(JSON.parse(stdout))
    .map((text) => (text === null ? null : Number(text)));
}

/** The number formats of the second row of the first sheet, by column. */
export async function formatsOfSheet(path: string): Promise<unknown> {
  const program = `import json, sys, xml.etree.ElementTree as tree, zipfile
main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
book = zipfile.ZipFile(sys.argv[1])
styles = tree.fromstring(book.read('xl/styles.xml'))
codes = {one.get('numFmtId'): one.get('formatCode') for one in styles.iter(main + 'numFmt')}
cells = [codes.get(one.get('numFmtId')) for one in styles.find(main + 'cellXfs')]
row = list(tree.fromstring(book.read('xl/worksheets/sheet1.xml')).iter(main + 'row'))[1]
print(json.dumps({cell.get('r').rstrip('0123456789'): cells[int(cell.get('s', '0'))] for cell in row}))`;
  const { stdout } = await run('python3', ['-c', program, path]);
  return JSON.parse(stdout);
}

/** A sheet as LibreOffice reads it, its cells as text of 15 digits, by way of a CSV file that it writes. */
export async function byOffice(path: string, folder: string): Promise<string[][]> {
  // Separator, quote, UTF-8, from line 1, no formats, no language, quote no text, values as they are and not as shown.
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false';
  const profile = `-env:UserInstallation=file://${join(folder, 'office')}`;
  const out = join(folder, 'sheet');
  // CSV says nothing of its encoding to a program without a window: comma, quote, UTF-8.
  const reading = path.endsWith('.csv') ? ['--infilter=CSV:44,34,76,1'] : [];
  await run(
    office ?? 'soffice',
    [profile, '--headless', ...reading, '--convert-to', filter, '--outdir', out, path],
    {
      timeout: 170_000,
    },
  );
  const written = join(out, `${basename(path).replace(/\.[^.]*$/, '')}.csv`);
  await readFile(written);
  return byPython(written);
}

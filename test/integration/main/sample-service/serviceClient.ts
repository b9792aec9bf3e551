import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Query } from '../../../../preload/contract/query.ts';
import { sharedDataFolder } from '../../../support/sharedData.ts';
import { startNodeProcess } from '../../../../main/platform/system/childProcess.ts';
import {
  startSampleProcess,
  type SampleProcessOptions,
} from '../../../../main/sample-service/sampleProcess.ts';
import { workers } from '../../../support/built.ts';

/** The day of the newest figures in tests. */
export const today = '2026-11-20';

export interface TestClient extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  /** Asks with the key. */
  ask(path: string, query?: Query): Promise<TestAnswer>;
  /** Asks for a page of a list and reads its envelope. */
  list(path: string, query?: Query): Promise<z.infer<typeof listSchema>>;
  /** Every record of a list. */
  all(path: string, query?: Query): Promise<Record<string, unknown>[]>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const listSchema = z.object({
  results: z.array(z.record(z.string(), z.unknown())),
  filter: z.unknown().optional(),
  sort: z.unknown(),
  pagination: z.object({ page: z.int(), perPage: z.int(), pageCount: z.int(), resultCount: z.int() }),
});

/** Starts the service over a small set of data. Where no folder is given, one that only reads shares its data with others of the run. */
export async function startService(options: Partial<SampleProcessOptions> = {}): Promise<TestClient> {
  const { assets, transactions, seed, livePerMinute = 0 } = options;
  const shared =
    livePerMinute > 0 ? null : sharedDataFolder([assets, transactions, seed, options.today ?? today]);
  const given = options.cacheFolder ?? shared;
  const folder = given ?? mkdtempSync(join(tmpdir(), 'sample-service-'));
  const service = await startSampleProcess({
    processUrl: workers.sample,
    startProcess: startNodeProcess,
    today,
    assets: 150,
    transactions: 4000,
    odd: true,
    ratePerHour: 1_000_000_000,
    ...options,
    cacheFolder: folder,
  });
  const ask = async (path: string, query?: Query): Promise<TestAnswer> => {
    const parameters = query === undefined ? '' : `?query=${encodeURIComponent(JSON.stringify(query))}`;
    const response = await fetch(`${service.url}${path}${parameters}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const list: TestClient['list'] = async (path, query) => {
    const { status, body } = await ask(path, query);
    if (status !== 200)
      throw new Error(`${path} ${JSON.stringify(query)}: ${status.toString()} ${JSON.stringify(body)}`);
    return listSchema.parse(body);
  };
  return {
    url: service.url,
    key: service.key,
    ask,
    list,
    all: async (path, query = {}) => {
      const records: Record<string, unknown>[] = [];
      for (let page = 1; ; page += 1) {
        const { results, pagination } = await list(path, { ...query, pagination: { page, perPage: 1000 } });
        records.push(...results);
        if (page >= pagination.pageCount) return records;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await service.close();
      if (given === null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

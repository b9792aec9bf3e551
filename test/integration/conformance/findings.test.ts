import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAsk } from '../../conformance/ask.ts';
import { checks } from '../../conformance/checks.ts';
import { findAssumptions, type Finding } from '../../conformance/findings.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { listen, sendJson, type TestServer } from '../../support/httpServer.ts';
import { startService, type TestClient } from '../main/sample-service/serviceClient.ts';

/** What a probe of the assumptions finds, at the sample data service and at one that answers otherwise. */

let service: TestClient;

beforeAll(async () => {
  service = await startService({ assets: 60, transactions: 1500, seed: 7 });
});
afterAll(() => service[Symbol.asyncDispose]());

function findingsOf({ url, key }: { url: string; key: string }, asked: string[] = []): Promise<Finding[]> {
  return findAssumptions(
    makeAsk({
      baseUrl: url,
      key,
      transport: (request, init) => fetch(request, init),
      signal: new AbortController().signal,
      onAsk: (pathAndQuery) => asked.push(pathAndQuery),
    }),
  );
}

describe('the probe', () => {
  it('finds at the sample service what is assumed, within ten requests', async () => {
    const asked: string[] = [];
    const findings = await findingsOf(service, asked);
    expect(asked.length).toBeLessThanOrEqual(10);
    expect(asked.filter((request) => request.startsWith('/v4/transactions'))).toHaveLength(1);
    expect(findings.filter(({ holds }) => holds === false)).toEqual([]);
    expect(findings.filter(({ holds }) => holds === null).map(({ id }) => id)).toEqual(
      // Told with a 429 only.
      findings.some(({ id, holds }) => id === 'retry-headers' && holds === null) ? ['retry-headers'] : [],
    );
  });

  it('names the assumptions that fail at a service that answers otherwise', async () => {
    await using other = await otherService();
    const findings = new Map((await findingsOf({ url: other.url, key: 'KEY' })).map((one) => [one.id, one]));
    expect(findings.get('record-envelope')).toMatchObject({
      holds: false,
      seen: 'an envelope that is read: results',
    });
    expect(findings.get('page-count')).toMatchObject({ holds: false });
    expect(findings.get('operator-refused')).toMatchObject({ holds: false, seen: '200 without a message' });
    expect(findings.get('largest-page')).toMatchObject({ holds: false, seen: '100 records, perPage 100' });
    expect(findings.get('metadata-shape')?.holds).toBe(false);
    expect(findings.get('etag')?.holds).toBe(false);
    expect(findings.get('retry-headers')).toMatchObject({ holds: true, seen: 'x-ratelimit-reset' });
  });

  it('stops at the first answer where the key is not accepted', async () => {
    const asked: string[] = [];
    const refused: unknown = await findingsOf({ url: service.url, key: 'wrong' }, asked).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(FailureError);
    expect(refused).toMatchObject({ failure: { code: 'key-rejected' } });
    expect(asked).toHaveLength(1);
  });
});

it('npm run probe prints the address that it asks before it asks', async () => {
  const env = { ...process.env, RWA_BASE_URL: 'http://127.0.0.1:1/', RWA_API_KEY: 'rwa_test_4f9a' };
  const run = promisify(execFile)(process.execPath, ['test/conformance/probe.ts'], { env });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: 'Requests go to http://127.0.0.1:1\n\n',
    stderr: expect.stringContaining('cannot be reached') as string,
  });
});

describe('the documented assumptions', () => {
  it('are those that the probe asks about, and their code is where they say', async () => {
    const text = await readFile('docs/service-assumptions.md', 'utf8');
    const documented = [...text.matchAll(/^\| `([a-z-]+)` \|.*\| `([^`]+)` \|/gm)].map(([, id, code]) => [
      id,
      code,
    ]);
    expect(documented.filter(([id]) => checks.some((check) => check.id === id))).toEqual(
      checks.map(({ id, code }) => [id, code]),
    );
    for (const [id, code] of documented) expect([id, existsSync(code ?? '')]).toEqual([id, true]);
  });
});

/** A service that keeps the interface and goes other ways where it is silent. */
function otherService(): Promise<TestServer> {
  return listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const query = JSON.parse(searchParams.get('query') ?? '{}') as { pagination?: { perPage: number } };
    const perPage = Math.min(query.pagination?.perPage ?? 25, 100);
    const headers = { 'x-ratelimit-reset': '30' };
    if (pathname.endsWith('/meta')) sendJson(response, 200, 'nothing', headers);
    else if (/\/\d+$/.test(pathname)) sendJson(response, 200, { results: { id: 1, name: 'A' } }, headers);
    else {
      const results = Array.from({ length: perPage }, (_, place) => ({
        id: place,
        name: `Fund ${String(place)}`,
      }));
      sendJson(
        response,
        200,
        { results, pagination: { page: 1, perPage, pageCount: 0, resultCount: 4000 } },
        headers,
      );
    }
  });
}

import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAsk, type Ask } from '../../conformance/ask.ts';
import { conformanceFileSchema, runCase, type ConformanceFinding } from '../../conformance/cases.ts';
import { readCases } from '../../conformance/readCases.ts';
import { isJsonObject, type Json } from '../../../preload/contract/json.ts';
import { answering } from '../../support/httpServer.ts';
import { startRewritingService } from '../../support/rewritingService.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { startService, type TestClient } from '../main/sample-service/serviceClient.ts';

/** The conformance cases at the sample data service, and at services that answer otherwise. */

const folder = 'test/conformance';

let service: TestClient;
beforeAll(async () => {
  service = await startService({ assets: 400, transactions: 20_000, odd: false, ratePerHour: 120 });
});
afterAll(() => service[Symbol.asyncDispose]());

async function findingsOf(ask: Ask, about?: RegExp): Promise<ConformanceFinding[]> {
  const findings: ConformanceFinding[] = [];
  for (const one of await readCases(folder)) {
    if (about?.test(one.name) ?? true) findings.push(await runCase(one, ask));
  }
  return findings;
}

/** Changes every result of an answer. */
function eachResult(change: (result: Readonly<Record<string, Json>>) => Json): (answer: Json) => Json {
  return (answer) => {
    if (!isJsonObject(answer) || !Array.isArray(answer['results'])) return answer;
    const results = (answer['results'] as readonly Json[]).filter(isJsonObject).map(change);
    return { ...answer, results };
  };
}

describe('the conformance cases', () => {
  it('all hold at the sample service, within its limit of requests', async () => {
    const findings = await findingsOf(makeAsk(service));
    expect(findings.filter(({ holds }) => holds !== true)).toEqual([]);
    expect(findings.length).toBeGreaterThanOrEqual(165);
  });

  it.each<[string, RegExp, (answer: Json) => Json, RegExp]>([
    [
      'mints that name no other side',
      /^a mint on Ethereum/,
      eachResult((result) => ({ ...result, from_address: null })),
      /^from_address of result 0 is null, not "0x0{40}"/,
    ],
    [
      'points in the wrong order',
      /^a timeseries by network is sorted by date, asc/,
      eachResult(({ points, ...result }) => ({
        ...result,
        points: (Array.isArray(points) ? (points as Json[]) : []).toReversed(),
      })),
      /comes after/,
    ],
    [
      'series without points',
      /^no series comes without a point/,
      eachResult((result) => {
        const isToken = isJsonObject(result['group']) && result['group']['type'] === 'token';
        return isToken ? { ...result, points: [] } : result;
      }),
      /^points\.0 of result 0 is missing, not list/,
    ],
    [
      'no results',
      /^assets are sorted by a metric/,
      (answer) => (isJsonObject(answer) ? { ...answer, results: [] } : answer),
      /^There are 0 results/,
    ],
  ])('say what is wrong with %s', async (_what, about, rewrite, problem) => {
    await using other = await startRewritingService({ url: service.url, rewrite });
    const [finding] = await findingsOf(makeAsk({ url: other.url, key: service.key }), about);
    expect(finding).toMatchObject({ holds: false });
    expect(finding?.problems[0]).toMatch(problem);
  });

  it('say which days repeat the figure of another', async () => {
    await using repeating = await startService({
      assets: 60,
      transactions: 3000,
      odd: false,
      repeatDays: true,
    });
    const [finding] = await findingsOf(makeAsk(repeating), /^a day of a daily measure has its own figure/);
    expect(finding).toMatchObject({ holds: false });
    expect(finding?.problems[0]).toMatch(/^points of result \d+ is \[\[.*, not own-days\.$/);
  });

  it('quote a refusal, and are not seen where the limit is reached', async () => {
    await using refusing = await answering(400, { message: 'Invalid filter format' });
    const about = /^an asset is found by its ticker$/;
    const [refused] = await findingsOf(
      makeAsk({ url: refusing.url, key: 'KEY' }),
      /^assets are sorted by a metric/,
    );
    expect(refused).toMatchObject({ holds: false, problems: ['Status 400: Invalid filter format'] });
    await using limiting = await answering(429, { message: 'Too many requests' });
    const [limited] = await findingsOf(makeAsk({ url: limiting.url, key: 'KEY' }), about);
    expect(limited).toMatchObject({ holds: null, problems: ['The limit of requests is reached.'] });
  });

  it('are refused with the position of an error in their file', async () => {
    using own = temporaryFolder();
    const file = path.join(own.path, 'own.json');
    const one = {
      name: 'A',
      known: 'B',
      request: { path: '/v4/assets' },
      holds: { every: { id: 'nubmer' } },
    };
    writeFileSync(file, JSON.stringify({ about: 'C', cases: [one] }));
    expect(conformanceFileSchema.safeParse({ about: 'C', cases: [] }).success).toBe(true);
    await expect(readCases(own.path)).rejects.toMatchObject({
      failure: {
        message: expect.stringContaining(file) as string,
        detail: expect.stringContaining('every') as string,
      },
    });
    await expect(readCases(path.join(own.path, 'none'))).rejects.toMatchObject({
      failure: { code: 'bad-arguments' },
    });
  });
});

it('npm run probe prints the address before it sends a request', async () => {
  const env = { ...process.env, RWA_BASE_URL: 'http://127.0.0.1:1/', RWA_API_KEY: 'rwa_test_4f9a' };
  const run = promisify(execFile)(process.execPath, ['test/conformance/probe.ts'], { env });
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: 'Requests go to http://127.0.0.1:1\n\n',
    stderr: expect.stringContaining('cannot be reached') as string,
  });
});

it('each documented assumption has a case or a manual check, and its code is where the document says', async () => {
  const document = readFileSync('docs/service-assumptions.md', 'utf8');
  const rows = (text: string): (string | undefined)[][] =>
    [...text.matchAll(/^\| `([a-z-]+)` \|.*\| `([^`]+)` \|/gm)].map(([, id, code]) => [id, code]);
  const [byCases = ''] = document.split('## Checked by hand');
  const assumed = (await readCases(folder)).flatMap(({ assumption }) => assumption ?? []);
  expect(
    rows(byCases)
      .map(([id]) => id)
      .toSorted(),
  ).toEqual(assumed.toSorted());
  for (const [id, code] of rows(document)) expect([id, existsSync(code ?? '')]).toEqual([id, true]);
});

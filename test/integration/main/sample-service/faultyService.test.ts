import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, startFaultyService, type Fault } from '../../../support/faultyService.ts';
import { startService, type TestClient } from './serviceClient.ts';

let service: TestClient;
beforeAll(async () => {
  service = await startService({ assets: 20, transactions: 300 });
});
afterAll(() => service[Symbol.asyncDispose]());

/** What a client sees of one request. */
async function seen(url: string, path: string): Promise<string> {
  try {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${service.key}` } });
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const body = await response.text();
    return `${response.status.toString()} ${type} ${body.slice(0, 60)}`;
  } catch (error) {
    return `broken: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Everything seen over many requests for a later page. */
async function answersWith(kinds: readonly Fault[], requests = 60): Promise<readonly string[]> {
  await using faulty = await startFaultyService(service.url, { faults: kinds });
  const query = encodeURIComponent('{"pagination":{"page":2,"perPage":5}}');
  const answers: string[] = [];
  for (let count = 0; count < requests; count += 1)
    answers.push(await seen(faulty.url, `/v4/transactions?query=${query}`));
  return answers;
}

const fair = /^200 application\/json \{"results":\[\{"id":"/;

describe('a bad day', () => {
  const looks: readonly [kind: Fault, look: RegExp][] = [
    ['upstream-timeout', /^400 application\/json \{"message":"connect ETIMEDOUT/],
    ['undefined-error', /^400 application\/json \{"message":"Cannot read properties of undefined/],
    ['server-error', /^503 application\/json \{"message":/],
    ['late-server-error', /^500 application\/json \{"message":/],
    ['dropped', /^broken:/],
    ['cut', /^broken:/],
    ['html', /^502 text\/html <!doctype html>/],
    ['empty', /^200 application\/json \{"results":\[\],"pagination"/],
    ['throttled', /^429 application\/json \{"message":"Rate limit exceeded\."\}/],
  ];

  it.each(looks)('%s is met now and then, between fair answers', async (kind, look) => {
    const answers = await answersWith([kind]);
    const odd = answers.filter((answer) => look.test(answer));
    expect(odd.length).toBeGreaterThan(2);
    expect(odd.length).toBeLessThan(40);
    expect(answers.filter((answer) => fair.test(answer))).toHaveLength(answers.length - odd.length);
  });

  it('slow sends the whole answer in pieces', async () => {
    await using faulty = await startFaultyService(service.url, { faults: ['slow'] });
    const longest: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const response = await fetch(`${faulty.url}/v4/assets`, {
        headers: { authorization: `Bearer ${service.key}` },
      });
      let pieces = 0;
      let text = '';
      for await (const piece of response.body ?? []) {
        pieces += 1;
        text += Buffer.from(piece).toString('latin1');
      }
      expect(JSON.parse(text)).toHaveProperty('pagination');
      if (response.headers.get('content-length') === null) longest.push(pieces);
    }
    expect(longest.length).toBeGreaterThan(0);
    expect(Math.max(...longest)).toBeGreaterThan(5);
  });

  it('spares the first page of what comes in mid-paging', async () => {
    await using faulty = await startFaultyService(service.url, { faults: ['late-server-error'] });
    for (let count = 0; count < 40; count += 1)
      expect(await seen(faulty.url, '/v4/transactions')).toMatch(fair);
  });

  it('knows every fault', () => {
    expect([...looks.map(([kind]) => kind), 'slow'].sort()).toEqual([...faults].sort());
  });

  it('is the same for the same requests in the same order', async () => {
    const kinds = faults.filter((kind) => kind !== 'slow' && kind !== 'dropped' && kind !== 'cut');
    const [first, second] = [await answersWith(kinds, 40), await answersWith(kinds, 40)];
    expect(first).toEqual(second);
    expect(new Set(first.map((answer) => answer.slice(0, 3))).size).toBeGreaterThan(3);
  });
});

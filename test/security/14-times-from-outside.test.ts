import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { defaultOptions } from '../../preload/contract/exports.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { listen, sendJson } from '../support/httpServer.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { openTestServices } from '../support/testServices.ts';

/** A service that asks for an endless pause. */

const hourMs = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['seconds beyond all dates', 'retry-after', '99999999999999999999'],
  ['seconds beyond all numbers', 'retry-after', '9'.repeat(400)],
  ['the last day of 9999', 'retry-after', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ['a moment beyond all dates', 'x-ratelimit-reset', '8640000000000001'],
])('is asked again a day later at the latest: %s', async (_what, header, value) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let refuses = false;
  await using server = await listen((_request, response) => {
    if (refuses) sendJson(response, 429, { message: 'Too many requests' }, { [header]: value });
    else sendJson(response, 200, { results: [{ id: 1 }] });
  });
  await using services = await openTestServices();
  const { id } = await services.connections.connect(server.url, 'KEY');
  const recordReader = await services.recordReader(id);
  refuses = true;
  const failed = await recordReader.list('assets', {}).catch((error: unknown) => error);
  if (!(failed instanceof FailureError)) throw new Error('The list was answered.');
  const retryAt = failed.failure.retryAt ?? 0;
  expect(new Date(retryAt).toISOString()).toMatch(/^2/);
  expect(retryAt - Date.now()).toBeLessThanOrEqual(24 * hourMs);

  refuses = false;
  vi.setSystemTime(Date.now() + 25 * hourMs);
  expect((await recordReader.list('assets', {})).provenance.source).toBe('service');
});

it('is no reason to lose an export: a moment that no date can be is written as it came', async () => {
  await using server = await listen((_request, response) => {
    sendJson(response, 200, {
      results: [
        { id: 1, date: 1e300 },
        { id: 2, date: -1e300 },
      ],
    });
  });
  using folder = temporaryFolder();
  await using services = await openTestServices(folder.path);
  const { id: connectionId } = await services.connections.connect(server.url, 'KEY');
  const path = join(folder.path, 'out.csv');
  const scope = { kind: 'query', resource: 'transactions', query: {} } as const;
  const control = { signal: new AbortController().signal, update: () => undefined };
  const options = defaultOptions('csv');
  await services.exports.run(
    { connectionId, scope, format: 'csv', columns: ['id', 'date'], options },
    path,
    control,
  );
  expect(readFileSync(path, 'utf8')).toContain('1,1000000');
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { logFile, openLog } from '../../../../../main/platform/log/log.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

const folder = (): string => join(makeTemporaryFolder('log'), 'logs');

it('writes failures by code, status and endpoint, without messages, ids and queries', () => {
  const place = folder();
  const log = openLog({ folder: place, level: 'info' });
  log.failure('getRecord', {
    code: 'service-error',
    message: 'The service reported an error.',
    detail: 'Harbour Bond Fund has no price',
    request: '/v4/assets/harbour-bond-fund?query=%7B%22name%22%3A1%7D',
    status: 503,
  });
  const text = readFileSync(join(place, logFile), 'utf8');
  expect(text).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+\S* \[warn\]\s+getRecord service-error 503 \/v4\/assets\r?\n$/,
  );
  if (process.platform !== 'win32') expect(statSync(join(place, logFile)).mode & 0o777).toBe(0o600);
});

it('leaves out what its level does not include, and expected failures', () => {
  const place = folder();
  const log = openLog({ folder: place, level: 'info' });
  log.debug('A detail.');
  log.failure('listRecords', { code: 'canceled', message: 'Called off.' });
  log.info('Something to know.');
  expect(log.tail(10).map((line) => line.replace(/^\S+ \[(\w+)\]\s+/, '$1 '))).toEqual([
    'info Something to know.',
  ]);
  const loud = openLog({ folder: folder(), level: 'debug' });
  loud.debug('A detail.');
  expect(loud.tail(10)).toHaveLength(1);
});

it('leaves secrets out whatever is written', () => {
  const log = openLog({ folder: folder(), level: 'debug' });
  log.error('connect', new Error('refused, authorization: Bearer abc.def-123'));
  log.info('https://rwa.example.com/?api_key=abc.def-123');
  expect(log.tail(100).join('\n')).not.toContain('abc.def-123');
});

it('sets a full file aside and keeps only so many', () => {
  const place = folder();
  const log = openLog({ folder: place, level: 'info', maxBytes: 2_000, maxFiles: 2 });
  for (let line = 0; line < 400; line += 1) log.info(`Line ${line.toString()} of what happened.`);
  expect(readdirSync(place).toSorted()).toEqual(['main.1.log', 'main.2.log', 'main.log']);
  for (const name of readdirSync(place)) expect(statSync(join(place, name)).size).toBeLessThan(2_200);
  expect(log.tail(1)[0]).toContain('Line 399 ');
});

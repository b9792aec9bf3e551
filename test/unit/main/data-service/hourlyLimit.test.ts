import { expect, it } from 'vitest';
import { readHourlyLimit } from '../../../../main/data-service/request.ts';

it.each([
  [
    { 'ratelimit-limit': '500', 'ratelimit-remaining': '499' },
    { perHour: 500, left: 499 },
  ],
  [
    { 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '7' },
    { perHour: 500, left: 7 },
  ],
  [{ 'ratelimit-limit': '100, 100;w=60' }, { perHour: 6000, left: 0 }],
  [
    { 'ratelimit-limit': '2400;w=86400', 'ratelimit-remaining': 'many' },
    { perHour: 100, left: 0 },
  ],
  [{ 'ratelimit-limit': '999999999' }, { perHour: 1_000_000, left: 0 }],
  [{ 'ratelimit-limit': '0' }, null],
  [{ 'ratelimit-limit': '-5' }, null],
  [{ 'ratelimit-limit': '12abc' }, null],
  [{ 'ratelimit-limit': '100;w=0' }, null],
  [{}, null],
])('reads from %j how many requests are granted in an hour', (headers, expected) => {
  expect(readHourlyLimit(new Headers(headers as Record<string, string>))).toEqual(expected);
});

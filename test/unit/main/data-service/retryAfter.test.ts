import { describe, expect, it } from 'vitest';
import { readRetryAt } from '../../../../main/data-service/request.ts';

const now = Date.UTC(2026, 0, 1, 12);

describe('readRetryAt', () => {
  it.each([
    ['seconds', { 'retry-after': '90' }, now + 90_000],
    ['an HTTP date', { 'retry-after': 'Thu, 01 Jan 2026 12:05:00 GMT' }, now + 300_000],
    ['seconds until the reset', { 'ratelimit-reset': '30' }, now + 30_000],
    ['the moment of the reset in seconds', { 'x-ratelimit-reset': String(now / 1000 + 60) }, now + 60_000],
    ['the moment of the reset in milliseconds', { 'x-ratelimit-reset': String(now + 1500) }, now + 1500],
    ['a moment that has passed', { 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, now],
    ['the standard header before the others', { 'retry-after': '1', 'ratelimit-reset': '99' }, now + 1000],
    ['the next header where one says nothing', { 'retry-after': 'soon', 'ratelimit-reset': '7' }, now + 7000],
    ['a pause longer than a day as a day', { 'retry-after': '9999999999' }, now + 86_400_000],
    ['no header', {}, null],
  ])('reads %s', (_what, headers, expected) => {
    expect(readRetryAt(new Headers(headers), now)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { isErrorBody, readErrorMessage } from '../../../../main/data-service/answers.ts';

describe('readErrorMessage', () => {
  it('reads the one member of an error body', () => {
    expect(readErrorMessage({ message: 'Invalid filter format' })).toBe('Invalid filter format');
    expect(readErrorMessage({ message: 5 })).toBeUndefined();
    expect(readErrorMessage('<html>')).toBeUndefined();
  });
});

describe('isErrorBody', () => {
  it.each([
    { success: false, message: 'The plan has ended.' },
    { ok: false, error: 'The plan has ended.' },
    { message: 'Endpoint request timed out', requestId: 'a1', traceId: 'b2' },
    { message: 'Not here', documentation_url: 'https://example.com' },
    // An empty list is what a broken service has left; how many there are is not known.
    { results: [], error: 'The database is down.', pagination: { page: 1, resultCount: 0 } },
    { results: [], errors: [{ message: 'The database is down.' }] },
    { results: null, message: 'The database is down.' },
    { results: [{ id: 1 }], error: 'Shard 2 did not respond.' },
    { success: false, results: [], message: 'The plan has ended.' },
  ])('takes %j for words about an error', (body) => {
    expect(isErrorBody(body)).toBe(true);
  });

  it('takes nothing with records, and no record, for one', () => {
    expect(isErrorBody({ message: 'ok', results: [] })).toBe(false);
    expect(isErrorBody({ results: [], error: null, errors: [] })).toBe(false);
    expect(isErrorBody({ id: 1, title: 'A record' })).toBe(false);
    expect(isErrorBody({ id: 1, error: 'a field of its own' })).toBe(false);
  });
});

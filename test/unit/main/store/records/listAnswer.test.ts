import { describe, expect, it } from 'vitest';
import { readList, readListText } from '../../../../../main/store/records/listAnswer.ts';

const asked = { page: 1, perPage: 25 };

describe('readList', () => {
  it('keeps records whole, unknown members included, and what the service says it applied', () => {
    const filter = { operator: 'equals', field: 'id', value: 1 };
    expect(
      readList(
        {
          results: [{ id: 1, brand_new: { deep: [1] } }],
          pagination: { page: 2, perPage: 10, pageCount: 3, resultCount: 21, cursor: 'x', hasMore: true },
          filter,
          sort: { field: 'id', direction: 'asc' },
          note: 'unknown member',
        },
        asked,
      ),
    ).toEqual({
      records: [{ id: 1, brand_new: { deep: [1] } }],
      pagination: { page: 2, perPage: 10, pageCount: 3, resultCount: 21 },
      count: 21,
      saysMore: true,
      applied: { filter, sort: { field: 'id', direction: 'asc' } },
      sent: 1,
      leftOut: [],
      notes: [],
    });
  });

  it('reads numbers that come as text', () => {
    const answer = {
      results: [],
      pagination: { page: '1', perPage: '25', pageCount: '0', resultCount: '0' },
    };
    expect(readList(answer, asked)?.pagination).toEqual({
      page: 1,
      perPage: 25,
      pageCount: 0,
      resultCount: 0,
    });
  });

  it.each([
    ['a full page may be followed by another', 25, { pageCount: 4, resultCount: 75 }],
    ['a short page is the last', 3, { pageCount: 3, resultCount: 53 }],
    ['an empty page comes after the last', 0, { pageCount: 2, resultCount: 50 }],
  ])('without counts %s', (_what, length, counts) => {
    const results = Array.from({ length }, (_value, id) => ({ id }));
    for (const pagination of [undefined, {}, { pageCount: null, resultCount: null }]) {
      expect(readList({ results, pagination }, { page: 3, perPage: 25 })?.pagination).toEqual({
        page: 3,
        perPage: 25,
        ...counts,
      });
    }
  });

  it.each([
    ['0', { pageCount: 0, resultCount: 0 }, 25, { pageCount: 2, resultCount: 25 }],
    ['its page', { pageCount: 1, resultCount: 10 }, 25, { pageCount: 2, resultCount: 25 }],
    ['one page of 300', { pageCount: 1, resultCount: 300 }, 25, { pageCount: 12, resultCount: 300 }],
  ])('takes no count of %s that what came contradicts', (_what, stated, length, pagination) => {
    const results = Array.from({ length }, (_value, id) => ({ id }));
    expect(readList({ results, pagination: stated }, asked)?.pagination).toMatchObject(pagination);
  });

  it('counts a record once that is sent twice', () => {
    const results = [{ id: 1 }, { id: 2 }, { id: 2 }];
    const stated = { page: 1, perPage: 25, pageCount: 1, resultCount: 2 };
    expect(readList({ results, pagination: stated }, asked)?.pagination).toEqual(stated);
  });

  it('leaves out what cannot be kept, and names it', () => {
    const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`) as unknown;
    const wide = {
      ...Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`f${nth.toString()}`, nth])),
      id: 8,
    };
    const results = [
      { id: 1, a: 1 },
      { name: 'x' },
      { id: '1', a: 1 },
      { id: 1, a: 1 },
      { id: 9, deep },
      wide,
    ];
    expect(readList({ results }, asked)).toMatchObject({
      records: [{ id: 1 }, { id: 8, f0: 0, f4998: 4998 }],
      sent: 6,
      leftOut: [
        'record 2 of the list (no id)',
        '1 (the id of another record)',
        '9 (nested deeper than 200 levels)',
      ],
      notes: ['Fields beyond the first 5,000 are left out of: 8.'],
    });
  });

  it('refuses more records than were requested and than a page may have', () => {
    const results = Array.from({ length: 1001 }, (_, id) => ({ id }));
    expect(readList({ results }, asked)).toBeNull();
    expect(readList({ results: results.slice(1) }, asked)?.sent).toBe(1000);
    expect(readList({ results }, { page: 1, perPage: 2000 })?.sent).toBe(1001);
  });

  it('fills a missing pagination from the request and the records', () => {
    expect(readList({ results: [{ id: 1 }, { id: 2 }] }, asked)?.pagination).toEqual({
      page: 1,
      perPage: 25,
      pageCount: 1,
      resultCount: 2,
    });
  });

  it.each([[null], ['text'], [[]], [{}], [{ results: {} }], [{ results: [{ name: 'without id' }] }]])(
    'refuses %j',
    (answer) => {
      expect(readList(answer, asked)).toBeNull();
    },
  );
});

describe('readListText', () => {
  it.each([
    '"partial":true',
    '"timed_out":true',
    '"_shards":{"total":12,"failed":1}',
    '"message":"Results are truncated: upstream timeout"',
  ])('refuses an answer that calls itself partial: %s', (member) => {
    expect(readListText(`{"results":[{"id":1}],${member}}`, asked)).toEqual({
      problem: 'The service marked its answer as partial.',
    });
  });

  it('reads a list', () => {
    expect(readListText('{"results":[{"id":"é"}]}', asked)).toMatchObject({ records: [{ id: 'é' }] });
  });

  it.each(['', '{"results":[', '[]', '{"results":"none"}', '{"results":[{"name":"no id"}]}', '<html>'])(
    'names the problem of %j',
    (text) => {
      expect(readListText(text, asked)).toHaveProperty('problem');
    },
  );
});

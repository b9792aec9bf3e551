import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromLink, isLinkOf, maxLinkLength, toLink } from '../../../../../preload/contract/locations/link.ts';
import { locationSchema, type Location } from '../../../../../preload/contract/locations/location.ts';
import { maxFilterDepth, type Filter } from '../../../../../preload/contract/query.ts';
import { resourceNames } from '../../../../../preload/contract/resources.ts';

const sample = { baseUrl: 'http://127.0.0.1:4711', sample: true };
const live = { baseUrl: 'https://api.example.com/prefix', sample: false };

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const condition = fc.record({
  operator: fc.string({ minLength: 1, maxLength: 10 }),
  field: fc.string({ minLength: 1, maxLength: 10 }),
  value: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 })),
});
const resource = fc.constantFrom(...resourceNames);
const id = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.integer());
const location: fc.Arbitrary<Location> = fc.oneof(
  fc.record(
    {
      view: fc.constant('browse' as const),
      resource,
      search: text,
      query: fc.record(
        {
          filter: fc.oneof(condition, fc.record({ filters: fc.array(condition, { maxLength: 3 }) })),
          sort: fc.record({
            field: fc.constant('name'),
            direction: fc.constantFrom('asc' as const, 'desc' as const),
          }),
        },
        { requiredKeys: [] },
      ),
      recordId: id,
      row: fc.nat(),
    },
    { requiredKeys: ['view', 'resource', 'search', 'query'] },
  ),
  fc.record({ view: fc.constant('record' as const), resource, id }),
  fc.record({
    view: fc.constant('compare' as const),
    resource,
    ids: fc.array(id, { minLength: 2, maxLength: 8 }),
  }),
  fc.constantFrom<Location>({ view: 'overview' }, { view: 'savedQueries' }, { view: 'jobs' }),
);

describe('a link', () => {
  it('leads another user to the same place, whatever the place holds', () => {
    fc.assert(
      fc.property(location, fc.constantFrom(sample, live), (place, connection) => {
        const link = toLink(place, connection);
        if (link === null) return;
        expect(link).toMatch(/^[\w:/?&=%.,~(){}*!-]+$/);
        const answer = fromLink(link);
        expect(answer).toEqual({
          ok: true,
          target: { location: place, connection: expect.any(String) as string },
        });
        expect(answer.ok && isLinkOf(answer.target, connection)).toBe(true);
      }),
    );
  });

  it('can be read by the one who gets it', () => {
    const place: Location = { view: 'browse', resource: 'assets', search: 'gold bars', query: {} };
    expect(toLink(place, sample)).toBe(
      'rwa-explorer://v1/browse?at=sample&place=~resource~:~assets~,~search~:~gold%20bars~,~query~:()',
    );
    expect(toLink({ view: 'overview' }, live)).toBe(
      'rwa-explorer://v1/overview?at=https:%2F%2Fapi.example.com%2Fprefix',
    );
  });

  it('of one connection is not one of another', () => {
    const answer = fromLink(toLink({ view: 'jobs' }, live) ?? '');
    expect(answer.ok && isLinkOf(answer.target, sample)).toBe(false);
  });

  it('is not made where it would be too long', () => {
    const filters = Array.from({ length: 200 }, (_, value): Filter => ({
      operator: 'equals',
      field: 'a_long_name_of_a_field_of_the_service',
      value,
    }));
    expect(
      toLink({ view: 'browse', resource: 'assets', search: '', query: { filter: { filters } } }, sample),
    ).toBeNull();
  });
});

describe('what is no link', () => {
  const place = '~resource~:~assets~,~id~:1';
  it.each([
    ['', 'not an RWA Explorer link'],
    ['https://example.com', 'not an RWA Explorer link'],
    ['javascript:alert(1)', 'not an RWA Explorer link'],
    [`rwa-explorer://v2/record?at=sample&place=${place}`, 'another version'],
    [`rwa-explorer://v1/record?at=sample&place=${place},~more~:1`, 'does not have'],
    [`rwa-explorer://v1/nowhere?at=sample`, 'does not have'],
    [`rwa-explorer://v1/record?at=sample&place=~resource~:~secrets~,~id~:1`, 'does not have'],
    [`rwa-explorer://v1/record?at=sample&place=~resource~:`, 'damaged'],
    ['rwa-explorer://v1/record?at=sample&place=%', 'damaged'],
    ['rwa-explorer://v1/jobs?at=', 'damaged'],
    ['rwa-explorer://v1/jobs?at=Your%20key%20has%20expired', 'damaged'],
    [`rwa-explorer://v1/record?at=sample&place=${'~'.repeat(maxLinkLength)}`, 'too long'],
  ])('%s is refused: %s', (link, reason) => {
    expect(fromLink(link)).toEqual({ ok: false, problem: expect.stringContaining(reason) as string });
  });

  it('anything at all is answered without an exception', () => {
    fc.assert(
      fc.property(fc.string(), (rest) => {
        expect(() => fromLink(`rwa-explorer://v1/browse?at=sample&place=${rest}`)).not.toThrow();
      }),
    );
  });
});

it('a view in the place cannot name another view than the address', () => {
  expect(fromLink('rwa-explorer://v1/jobs?at=sample&place=~view~:~settings~')).toMatchObject({
    ok: true,
    target: { location: { view: 'jobs' } },
  });
});

it('too deep a filter is refused without being walked', () => {
  let filter: unknown = { operator: 'equals', field: 'name', value: 1 };
  for (let depth = 0; depth < 50_000; depth += 1) filter = { filters: [filter] };
  const answer = locationSchema.safeParse({
    view: 'browse',
    resource: 'assets',
    search: '',
    query: { filter },
  });
  expect(answer.error?.issues[0]?.message).toContain(`deeper than ${maxFilterDepth.toString()} groups`);
});

import { describe, expect, it } from 'vitest';
import {
  awkwardNames,
  inventRoot,
  makeSlugs,
  slugOf,
  tickerOf,
} from '../../../../../main/sample-service/data/parties.ts';
import { makeRandom } from '../../../../../main/sample-service/data/random.ts';

describe('names', () => {
  it('are made of syllables', () => {
    expect(inventRoot(makeRandom(1))).toMatch(/^[A-Z][a-z]{6,14}$/);
  });

  it.each([
    ['Veskal, Marwick & Partners', 'veskal-marwick-partners'],
    ['  spaced  ', 'spaced'],
    ['样本基金', 'fallback'],
    ['100%', 'fallback'],
  ])('%j has the slug %s', (name, slug) => {
    expect(slugOf(name, 'fallback')).toBe(slug);
  });

  it('have slugs that are given once', () => {
    const slug = makeSlugs();
    expect([slug('A b', 'x'), slug('A b', 'x'), slug('a B', 'x'), slug('!', 'x'), slug('?', 'x')]).toEqual([
      'a-b',
      'a-b-2',
      'a-b-3',
      'x',
      'x-2',
    ]);
  });

  it('have tickers of capital letters, whatever the name', () => {
    for (const name of awkwardNames)
      expect(tickerOf(name, makeRandom(name.length))).toMatch(/^[A-Z]{3,4}\d{0,2}$/);
  });
});

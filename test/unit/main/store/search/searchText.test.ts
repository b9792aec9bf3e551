import { describe, expect, it } from 'vitest';
import {
  findPart,
  fold,
  readShortened,
  trigramsOf,
  wordsOf,
} from '../../../../../main/store/search/searchText.ts';
import { typosBetween } from '../../../../../preload/contract/typos.ts';

describe('texts made comparable', () => {
  it('lose accents, capitals and blanks', () => {
    expect(fold('  Société\tGénérale ')).toBe('societe generale');
    expect(wordsOf('Ocean T-Bill (Série 2), 0xAb')).toEqual(['ocean', 't', 'bill', 'serie', '2', '0xab']);
  });

  it('are found where they stand in the text as it is written', () => {
    expect(findPart('Crédit Été', 'ete', true)).toEqual([7, 10]);
    expect(findPart('Crédit', 'edit', false)).toEqual([2, 6]);
    expect(findPart('Crédit', 'edit', true)).toBeNull();
    expect(findPart('🏦 Bank', 'bank', true)).toEqual([3, 7]);
    expect(findPart('İstanbul fund', 'fund', true)).toEqual([9, 13]);
  });
});

describe('typos', () => {
  it.each([
    ['treasury', 'treasury', 0],
    ['tresury', 'treasury', 1],
    ['treasrury', 'treasury', 1],
    ['teasury', 'treasury', 1],
    ['trreasury', 'treasury', 1],
    ['traesury', 'treasury', 1],
    ['treesery', 'treasury', 2],
    ['plume', 'treasury', 3],
  ])('between %s and %s: %i', (typed, word, typos) => {
    expect(typosBetween(typed, word, 2, false)).toBe(typos);
  });

  it('do not count what follows the beginning of a word', () => {
    expect(typosBetween('tresu', 'treasury', 1, true)).toBe(1);
    expect(typosBetween('tresu', 'treasury', 1, false)).toBe(2);
    expect(typosBetween('treasuryx', 'treasury', 1, true)).toBe(1);
  });
});

it('a word has groups of three letters, each once', () => {
  expect(trigramsOf('banana')).toEqual(['ban', 'ana', 'nan']);
  expect(trigramsOf('ab')).toEqual([]);
});

it.each([
  ['0x1234…abcd', { start: '0x1234', end: 'abcd' }],
  ['≈ 0x1234567…abcdef0', { start: '0x1234567', end: 'abcdef0' }],
  [' 0x1234...abcd ', { start: '0x1234', end: 'abcd' }],
  ['9xQe⋯VFin', { start: '9xQe', end: 'VFin' }],
  ['0x1234', null],
  ['a … b', null],
])('%s is read as shortened or not', (text, read) => {
  expect(readShortened(text)).toEqual(read);
});

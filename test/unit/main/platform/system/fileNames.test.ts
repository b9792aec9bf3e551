import { expect, it } from 'vitest';
import { cutToBytes, fileNameOf, numberedPath } from '../../../../../main/platform/system/fileNames.ts';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['日本', 5, '日'],
  ['a😀b', 4, 'a'],
  ['a😀b', 5, 'a😀'],
  ['e\u0301e\u0301', 5, 'e\u0301'],
  ['日', 2, ''],
])('%s is cut to %i bytes between two characters', (text, most, cut) => {
  expect(cutToBytes(text, most)).toBe(cut);
});

it.each([
  ['Assets by class, 2026!', 'assets-by-class-2026'],
  ['…', 'figures'],
  ['हिंदी सूची', 'हिंदी-सूची'],
  ['Re\u0301sume\u0301', 'résumé'],
  ['CON', 'con-figures'],
  ['Lpt1', 'lpt1-figures'],
  ['証'.repeat(75), '証'.repeat(60)],
  ['𝔘'.repeat(100), '𝔘'.repeat(45)],
  [`a${'é'.repeat(200)}`, `a${'é'.repeat(89)}`],
])('%s gives a file name that every system takes', (title, name) => {
  expect(fileNameOf(title, 'figures')).toBe(name);
});

it('numbers a file, and cuts what would be too long with the ending of its description', () => {
  expect(numberedPath('/a.b/name.tar.csv', 2)).toBe('/a.b/name.tar (2).csv');
  expect(numberedPath(`/a/${'証'.repeat(82)}.csv`, 12)).toBe(`/a/${'証'.repeat(80)} (12).csv`);
});

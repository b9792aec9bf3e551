import { expect, it } from 'vitest';
import { blocksOfLines, clipped } from '../../../../renderer/format/text.ts';

it('blocks of lines are the text again, and know how many lines they have', () => {
  const text = Array.from({ length: 7 }, (_, index) => `line ${index.toString()}`).join('\n');
  const blocks = blocksOfLines(text, 3);
  expect(blocks.map(({ lines }) => lines)).toEqual([3, 3, 1]);
  expect(blocks.map((block) => block.text).join('')).toBe(text);
});

it('a text that is too long to draw says how long it is, and stays well-formed', () => {
  expect(clipped('short', 5)).toBe('short');
  expect(clipped('😀😀', 3)).toBe('😀\uFFFD… (4 characters)');
  expect(clipped('x'.repeat(2000), 3)).toBe('xxx… (2,000 characters)');
});

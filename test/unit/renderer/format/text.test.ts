import { expect, test } from 'vitest';
import { blocksOfLines } from '../../../../renderer/format/text.ts';

test('blocks of lines are the text again, and know how many lines they have', () => {
  const text = Array.from({ length: 7 }, (_, index) => `line ${index.toString()}`).join('\n');
  const blocks = blocksOfLines(text, 3);
  expect(blocks.map(({ lines }) => lines)).toEqual([3, 3, 1]);
  expect(blocks.map((block) => block.text).join('')).toBe(text);
});

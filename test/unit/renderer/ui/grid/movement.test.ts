import { expect, it } from 'vitest';
import { move } from '../../../../../renderer/ui/grid/movement.ts';

const size = { rows: 100, columns: 12, pageRows: 20 };
const middle = { row: 50, column: 5 };

it.each([
  ['ArrowUp', false, 49, 5],
  ['ArrowDown', false, 51, 5],
  ['ArrowLeft', false, 50, 4],
  ['ArrowRight', false, 50, 6],
  ['ArrowUp', true, 0, 5],
  ['ArrowDown', true, 99, 5],
  ['ArrowLeft', true, 50, 0],
  ['ArrowRight', true, 50, 11],
  ['PageUp', false, 30, 5],
  ['PageDown', false, 70, 5],
  ['Home', false, 50, 0],
  ['End', false, 50, 11],
  ['Home', true, 0, 0],
  ['End', true, 99, 11],
])('%s (with Ctrl: %s) leads to row %d, column %d', (key, withControl, row, column) => {
  expect(move(middle, key, withControl, size)).toEqual({ row, column });
});

it('the header lies above the first row, and nothing above it', () => {
  expect(move({ row: 0, column: 3 }, 'ArrowUp', false, size)).toEqual({ row: -1, column: 3 });
  expect(move({ row: -1, column: 3 }, 'ArrowUp', false, size)).toEqual({ row: -1, column: 3 });
  expect(move({ row: 5, column: 3 }, 'PageUp', false, size)).toEqual({ row: 0, column: 3 });
});

it('the edges hold', () => {
  expect(move({ row: 99, column: 11 }, 'ArrowDown', false, size)).toEqual({ row: 99, column: 11 });
  expect(move({ row: 99, column: 11 }, 'ArrowRight', false, size)).toEqual({ row: 99, column: 11 });
});

it('other keys move nothing', () => {
  expect(['Enter', 'a', 'Tab'].map((key) => move(middle, key, false, size))).toEqual([null, null, null]);
  // Keys of the tabs.
  expect(['PageUp', 'PageDown'].map((key) => move(middle, key, true, size))).toEqual([null, null]);
});

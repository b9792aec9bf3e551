import { expect, it } from 'vitest';
import { layoutSchema } from '../../../../preload/contract/layouts.ts';

it('a layout keeps a column that is not there', () => {
  const stored = { columns: ['name', 'no_longer_there'], pinned: 1, widths: { name: 200 }, figures: 'full' };
  expect(layoutSchema.parse(stored)).toEqual(stored);
});

import { expect, it } from 'vitest';
import { Arriving } from '../../../../../main/platform/system/arriving.ts';

it.each([
  ['one', undefined, ['c']],
  ['two', 2, ['b', 'c']],
  ['four', 4, ['a', 'b', 'c']],
])('where %s may wait, it gives the newest, each once, in their order', (_most, most, expected) => {
  let arrived = 0;
  const arriving = new Arriving<string>(() => (arrived += 1), most);
  for (const what of ['a', 'b', 'c']) arriving.arrive(what);
  expect(arrived).toBe(3);
  for (const what of [...expected, null, null]) expect(arriving.take()).toBe(what);
});

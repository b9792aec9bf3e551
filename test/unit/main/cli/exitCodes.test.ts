import { expect, it } from 'vitest';
import { exitCodeOf, exitCodes } from '../../../../main/cli/exitCodes.ts';
import { failureCodes } from '../../../../preload/contract/failures.ts';

it('no failure ends as success, and only what came in part ends as that', () => {
  const partial = failureCodes.filter((code) => exitCodeOf(code) === exitCodes.partial);
  expect(partial.toSorted()).toEqual(['incomplete', 'many-removed', 'offline']);
  expect(failureCodes.map(exitCodeOf)).not.toContain(exitCodes.done);
});

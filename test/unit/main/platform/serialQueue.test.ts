import { expect, it } from 'vitest';
import { createSerialQueue } from '../../../../main/platform/serialQueue.ts';

it('each piece of work begins once the one before has ended, failed or not', async () => {
  const enqueue = createSerialQueue();
  const steps: string[] = [];
  const work = (name: string, fails = false) =>
    enqueue(async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([work('first'), work('second', true), work('third')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(steps).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
});

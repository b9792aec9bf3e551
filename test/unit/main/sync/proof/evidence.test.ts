import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evidenceOfPage, provenWhole } from '../../../../../main/sync/proof/evidence.ts';

/** Sizes at which services cut a page. */
const caps = fc.constantFrom(10, 20, 24, 25, 50, 100, 200, 250, 500);

/** A list of a service that cuts its pages at `cap` and has sent up to `served` at once before; it counts its list, or what it sends. */
const answers = fc
  .record({ total: fc.nat(600), cap: caps, requested: fc.constantFrom(25, 100, 250, 1000) })
  .chain((known) =>
    fc.record({
      ...{
        total: fc.constant(known.total),
        cap: fc.constant(known.cap),
        requested: fc.constant(known.requested),
      },
      served: fc.oneof(fc.nat(known.cap), fc.constant(known.cap)),
      countsList: fc.boolean(),
      statesCap: fc.boolean(),
    }),
  );

it('one answer proves a list to be whole only if it was not cut, whatever the service counts', () => {
  let proven = 0;
  fc.assert(
    fc.property(answers, ({ total, cap, requested, served, countsList, statesCap }) => {
      const size = Math.min(cap, requested);
      const sent = Math.min(total, size);
      const perPage = statesCap ? size : requested;
      const count = countsList ? total : sent;
      const pagination = { page: 1, perPage, pageCount: Math.ceil(count / perPage), resultCount: count };
      const evidence = evidenceOfPage(
        { records: { length: sent }, pagination, count, sent, denial: 'none', served },
        false,
      );
      const isProven = provenWhole(evidence).length === 0;
      if (isProven) expect(sent).toBe(total);
      // More came at once before: the list ends where this answer does.
      if (total > 0 && total < served && total < requested) expect(isProven).toBe(true);
      if (isProven) proven += 1;
    }),
    { numRuns: 2000 },
  );
  expect(proven).toBeGreaterThan(100);
});

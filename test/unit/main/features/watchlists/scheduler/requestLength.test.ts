import { describe, expect, it } from 'vitest';
import { nextLength } from '../../../../../../main/features/watchlists/scheduler/requestLength.ts';

/** The lengths that are tried of a service that takes so many bytes, and what is known in the end. */
function tried(takes: number): { lengths: number[]; taken: number } {
  const lengths: number[] = [];
  const known: { taken: number; refused: number | null } = { taken: 7800, refused: null };
  for (;;) {
    const next = nextLength(known.taken, known.refused);
    if (next === null) return { lengths, taken: known.taken };
    lengths.push(next);
    known[next <= takes ? 'taken' : 'refused'] = next;
  }
}

describe('how long a request may be', () => {
  it('is tried at twice the length until one is refused, then halfway', () => {
    expect(tried(16_384)).toEqual({ lengths: [15_600, 31_200, 23_400, 19_500], taken: 15_600 });
  });

  it('is found in few tries where the service takes no longer ones', () => {
    expect(tried(8000)).toEqual({ lengths: [15_600, 11_700, 9750], taken: 7800 });
  });

  it('is not tried beyond 64 KiB', () => {
    expect(tried(Infinity)).toEqual({ lengths: [15_600, 31_200, 62_400], taken: 62_400 });
  });

  it('is learnt again within what a service refused that takes less than usual', () => {
    expect(nextLength(3900, 7800)).toBe(5850);
  });
});

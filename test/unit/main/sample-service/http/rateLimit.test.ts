import { describe, expect, it } from 'vitest';
import { makeRateLimit } from '../../../../../main/sample-service/http/respond.ts';

describe('the limit of requests', () => {
  it('lets an hour’s requests through, then one each as the bucket fills', () => {
    let now = 0;
    const limit = makeRateLimit(120, () => now);
    for (let left = 119; left >= 0; left -= 1)
      expect(limit.take()).toMatchObject({ allowed: true, limit: 120, left });
    expect(limit.take()).toEqual({
      allowed: false,
      limit: 120,
      left: 0,
      retryAfterSeconds: 30,
      resetSeconds: 3600,
    });
    now = 29_000;
    expect(limit.take()).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
    now = 30_000;
    expect(limit.take()).toMatchObject({ allowed: true, left: 0 });
    expect(limit.take()).toMatchObject({ allowed: false, retryAfterSeconds: 30 });
    now = 30_000 + 10 * 3_600_000;
    expect(limit.take()).toMatchObject({ allowed: true, left: 119 });
  });
});

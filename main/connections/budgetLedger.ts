import type { BudgetLedger } from '../service/budget.ts';
import type { CacheStore } from '../store/store.ts';

/** The budget of a connection, kept in its cache database, so that the window and the command line spend from one bucket. */
export function createBudgetLedger(options: {
  cache: CacheStore;
  perHour: () => number;
  now: () => number;
  onChanged: () => void;
}): BudgetLedger {
  const { cache, perHour, now, onChanged } = options;
  return {
    async take(endpoint) {
      const taken = await cache.takeRequest({ endpoint, perHour: perHour(), now: now() });
      onChanged();
      return taken;
    },
    async exhausted(endpoint, retryAt) {
      await cache.emptyBudget({ endpoint, perHour: perHour(), now: now(), retryAt });
      onChanged();
    },
  };
}

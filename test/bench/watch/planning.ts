import type { Filter } from '../../../preload/contract/query.ts';
import { importances, watchlistFilter, watchLimits } from '../../../preload/contract/watchlists.ts';
import { maxPerPage } from '../../../main/data-service/assumptions.ts';
import { maxRequestBytes } from '../../../preload/contract/requestBytes.ts';
import { planRequests } from '../../../main/features/watchlists/plan/planRequests.ts';
import type { PlanList } from '../../../main/features/watchlists/plan/types.ts';
import { atMost, quantile, type Figure } from '../figure.ts';

/** Planning the requests of all lists anew, as after a change of one of them. */

const rounds = 60;
const goalMs = 20;

export function measurePlanning(): Figure[] {
  const lists = makeLists();
  const times: number[] = [];
  let requests = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    requests = planRequests(lists, { maxBytes: maxRequestBytes, perPage: maxPerPage }).length;
    times.push(performance.now() - start);
  }
  return [
    atMost(
      `planning ${watchLimits.lists.toString()} lists with ${watchLimits.wallets.toString()} wallets, median`,
      quantile(times, 0.5),
      'ms',
      goalMs,
    ),
    atMost('the first plan of a session', times[0] ?? NaN, 'ms', goalMs),
    { name: 'requests that look at all of them once', value: requests, unit: 'requests' },
  ];
}

/** Half of the lists follow wallets, half tokens and amounts. */
function makeLists(): PlanList[] {
  const each = (2 * watchLimits.wallets) / watchLimits.lists;
  return Array.from({ length: watchLimits.lists }, (_, place) => {
    const ofTokens: Filter = {
      operator: 'and',
      filters: [
        { operator: 'in', field: 'token_id', value: [place, place + 7, place + 90] },
        { operator: 'gte', field: 'usd_amount', value: 1000 * (1 + (place % 5)) },
      ],
    };
    const wallets = Array.from({ length: place % 2 === 0 ? each : 0 }, (_one, nth) => ({
      address: `0x${(place * 1000 + nth).toString(16).padStart(40, 'a')}`,
      chain: 'evm' as const,
      side: 'either' as const,
    }));
    return {
      id: place.toString(),
      filter: watchlistFilter({ query: {}, wallets }) ?? ofTokens,
      importance: importances[place % importances.length] ?? 'normal',
      fromDay: '2026-03-01',
      perHour: place % 10,
      apart: 0,
    };
  });
}

import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Budget } from '../../preload/contract/budgets.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';

/** How many requests are left at the endpoints that are limited, and whether the service answers. */
export class BudgetsState {
  readonly #bridge: Bridge;
  readonly #byEndpoint = new SvelteMap<string, Budget>();
  readonly #unreached = new SvelteSet<string>();
  #connectionId = $state<string | null>(null);
  /** True once main has reported which endpoints are limited, or could not. */
  areKnown = $state(false);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** False since the service last did not answer. */
  readonly isReached = $derived(this.#connectionId === null || !this.#unreached.has(this.#connectionId));

  readonly all = $derived([...this.#byEndpoint.values()]);

  /** Requests of this hour for the lists of a resource; undefined where they are not counted. */
  of(resource: ResourceName): Budget | undefined {
    return this.all.find(({ endpoint }) => endpoint === resources[resource].path);
  }

  /** Follows the changes. Returns how to stop. */
  start(): () => void {
    const stops = [
      this.#bridge.onBudgetChanged((budget) => {
        if (budget.connectionId === this.#connectionId) this.#byEndpoint.set(budget.endpoint, budget);
      }),
      this.#bridge.onReachChanged(({ connectionId, isReached }) => {
        if (isReached) this.#unreached.delete(connectionId);
        else this.#unreached.add(connectionId);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Shows the budgets of this connection. */
  async follow(connectionId: string): Promise<void> {
    this.#connectionId = connectionId;
    this.#byEndpoint.clear();
    this.areKnown = false;
    const result = await ask(() => this.#bridge.getBudgets({ connectionId }));
    if (this.#connectionId !== connectionId) return;
    for (const budget of result.ok ? result.value : []) this.#byEndpoint.set(budget.endpoint, budget);
    this.areKnown = true;
  }
}

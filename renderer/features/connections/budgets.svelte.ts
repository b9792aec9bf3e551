import { SvelteMap } from 'svelte/reactivity';
import type { Budget } from '../../../preload/contract/budget.ts';
import { ask, type Bridge } from '../../bridge.ts';

/** How many requests are left at the endpoints that are limited. */
export class BudgetsState {
  readonly #bridge: Bridge;
  readonly #byEndpoint = new SvelteMap<string, Budget>();
  #connectionId: string | null = null;
  /** True once main has told which endpoints are limited, or could not. */
  areKnown = $state(false);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  readonly all = $derived([...this.#byEndpoint.values()]);

  /** Follows the changes. Returns how to stop. */
  start(): () => void {
    return this.#bridge.onBudgetChanged((budget) => {
      if (budget.connectionId === this.#connectionId) this.#byEndpoint.set(budget.endpoint, budget);
    });
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

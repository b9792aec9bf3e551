import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Budget } from '../../preload/contract/budgets.ts';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';
import { ask, type Bridge } from '../bridge.ts';

/** Main's clock may be behind. */
const leastWaitMs = 1000;

type Calls = Pick<Bridge, 'getBudgets' | 'onBudgetChanged' | 'onReachChanged'>;

/** Remaining requests of limited endpoints, and whether the service answers. */
export class BudgetsState {
  readonly #bridge: Calls;
  readonly #byEndpoint = new SvelteMap<string, Budget>();
  readonly #unreached = new SvelteSet<string>();
  #connectionId = $state<string | null>(null);
  #refill: ReturnType<typeof setTimeout> | undefined;
  /** True once main has reported, or failed to. */
  areKnown = $state(false);

  constructor(bridge: Calls) {
    this.#bridge = bridge;
  }

  readonly isReached = $derived(this.#connectionId === null || !this.#unreached.has(this.#connectionId));

  readonly all = $derived([...this.#byEndpoint.values()]);

  /** Undefined if not limited. */
  of(resource: ResourceName): Budget | undefined {
    return this.all.find(({ endpoint }) => endpoint === resources[resource].path);
  }

  start(): () => void {
    const stops = [
      this.#bridge.onBudgetChanged((budget) => {
        if (budget.connectionId === this.#connectionId) this.#take([budget]);
      }),
      this.#bridge.onReachChanged(({ connectionId, isReached }) => {
        if (isReached) this.#unreached.delete(connectionId);
        else this.#unreached.add(connectionId);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(this.#refill);
    };
  }

  async follow(connectionId: string): Promise<void> {
    this.#connectionId = connectionId;
    this.#byEndpoint.clear();
    this.areKnown = false;
    await this.#read(connectionId);
  }

  async #read(connectionId: string): Promise<void> {
    const result = await ask(() => this.#bridge.getBudgets({ connectionId }));
    if (this.#connectionId !== connectionId) return;
    this.#take(result.ok ? result.value : []);
    this.areKnown = true;
  }

  #take(budgets: readonly Budget[]): void {
    for (const budget of budgets) this.#byEndpoint.set(budget.endpoint, budget);
    clearTimeout(this.#refill);
    const [connectionId, nextAt] = [this.#connectionId, this.all.flatMap((budget) => budget.nextAt ?? [])];
    if (connectionId === null || nextAt.length === 0) return;
    const waitMs = Math.max(leastWaitMs, Math.min(...nextAt) - Date.now());
    this.#refill = setTimeout(() => void this.#read(connectionId), waitMs);
  }
}

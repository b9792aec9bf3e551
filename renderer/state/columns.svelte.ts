import { SvelteMap } from 'svelte/reactivity';
import { resources, type ResourceName } from '../../preload/contract/resources.ts';

/** Which columns each resource shows, in order. */
export class ColumnsState {
  readonly #chosen = new SvelteMap<ResourceName, readonly string[]>();

  of(resource: ResourceName): readonly string[] {
    return this.#chosen.get(resource) ?? resources[resource].defaultColumns;
  }

  isDefault(resource: ResourceName): boolean {
    return !this.#chosen.has(resource);
  }

  /** Shows a column at the end, or hides it. The last column stays. */
  toggle(resource: ResourceName, name: string): void {
    const shown = this.of(resource);
    const next = shown.includes(name) ? shown.filter((other) => other !== name) : [...shown, name];
    if (next.length > 0) this.#chosen.set(resource, next);
  }

  reset(resource: ResourceName): void {
    this.#chosen.delete(resource);
  }
}

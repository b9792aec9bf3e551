import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

const key = Symbol('unfinished fields');

/** Returns, by field below the component, why the text that stands in it is not its value. */
export function collectUnfinished(): ReadonlyMap<string, string> {
  const reasons = new SvelteMap<string, string>();
  setContext(key, reasons);
  return reasons;
}

export function getUnfinished(): Map<string, string> | undefined {
  return getContext<Map<string, string> | undefined>(key);
}

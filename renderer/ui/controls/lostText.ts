import { getContext, setContext } from 'svelte';

type Tell = (text: string) => void;
const key = Symbol('lost text');

/** Sets who tells the user of a refused text that left the page with its field. */
export function setLostText(tell: Tell): void {
  setContext(key, tell);
}

export function getLostText(): Tell {
  return getContext<Tell | undefined>(key) ?? (() => undefined);
}

import { createRawSnippet, flushSync, mount, unmount, type Component, type Snippet } from 'svelte';
import { onTestFinished } from 'vitest';

/** Shows a component alone in the page, until the test has ended. */
export function show<Props extends Record<string, unknown>>(
  component: Component<Props>,
  props: Props,
  target: Element = document.body,
): () => void {
  const shown = mount(component, { target, props });
  flushSync();
  let isShown = true;
  const hide = (): void => {
    if (isShown) void unmount(shown);
    isShown = false;
  };
  onTestFinished(hide);
  return hide;
}

/** What a component holds, as HTML of one element. */
export function content(html: string): Snippet {
  return createRawSnippet(() => ({ render: () => html }));
}

import type { Component } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { type Failure, errorText } from '../../preload/contract/failures.ts';
import type { ViewName } from '../../preload/contract/locations/location.ts';
import type { View, ViewProps } from './view.ts';

export type ViewComponent = Component<ViewProps<ViewName>>;

/** The views that were loaded so far. Each is loaded when it is first shown and then stays. */
export class ViewsState {
  readonly #loaded = new SvelteMap<ViewName, ViewComponent>();
  readonly #failures = new SvelteMap<ViewName, Failure>();

  /** The component of a view; undefined until its code is loaded. */
  component(view: ViewName): ViewComponent | undefined {
    return this.#loaded.get(view);
  }

  /** Why a view could not be loaded. */
  failure(view: ViewName): Failure | undefined {
    return this.#failures.get(view);
  }

  /** Loads the code of a view once. After a failure the next call tries again. */
  async load(view: ViewName, entry: View<ViewName> | undefined): Promise<void> {
    if (this.#loaded.has(view)) return;
    this.#failures.delete(view);
    try {
      const module = await entry?.load();
      if (module !== undefined) this.#loaded.set(view, module.default);
    } catch (error) {
      this.#failures.set(view, {
        code: 'internal',
        message: 'This view could not be loaded. Try again; if it happens again, restart the app.',
        detail: errorText(error),
      });
    }
  }
}

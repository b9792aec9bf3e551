import type { Component } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { type Failure, errorText } from '../../preload/contract/failures.ts';
import type { Location, ViewName } from '../../preload/contract/locations/location.ts';
import type { View, ViewProps, Views } from './view.ts';

export type ViewComponent = Component<ViewProps<ViewName>>;

/** A place that the sidebar and the palette lead to. */
export interface StartingPlace {
  readonly location: Location;
  readonly title: string;
  readonly icon: Component<{ size?: number }>;
  readonly hidden: boolean;
}

/** The views of the window. The code of each is loaded when it is first shown and then stays. */
export class ViewsState {
  readonly #views: Views;
  readonly #loaded = new SvelteMap<ViewName, ViewComponent>();
  readonly #failures = new SvelteMap<ViewName, Failure>();

  constructor(views: Views) {
    this.#views = views;
  }

  /** Those that need nothing to begin with, in the order of the views. */
  get startingPlaces(): readonly StartingPlace[] {
    return Object.values(this.#views).flatMap(({ start, icon, hidden }) =>
      start === undefined
        ? []
        : [{ location: start, title: this.titleOf(start), icon, hidden: hidden === true }],
    );
  }

  /** The view of a location, its name aside: what is the same for all of them. */
  of(location: Location): View<ViewName> {
    // The view of a name takes the locations of that name; the compiler cannot follow that through the map.
    return this.#views[location.view] as View<ViewName>;
  }

  /** What a place is called. */
  titleOf(location: Location): string {
    return this.of(location).title(location);
  }

  /** The component of a view; undefined until its code is loaded. */
  component(view: ViewName): ViewComponent | undefined {
    return this.#loaded.get(view);
  }

  /** Why a view could not be loaded. */
  failure(view: ViewName): Failure | undefined {
    return this.#failures.get(view);
  }

  /** Loads the code of a view once. After a failure the next call tries again. */
  async load(location: Location): Promise<void> {
    const { view } = location;
    if (this.#loaded.has(view)) return;
    this.#failures.delete(view);
    try {
      this.#loaded.set(view, (await this.of(location).load()).default);
    } catch (error) {
      this.#failures.set(view, {
        code: 'internal',
        message: 'This view could not be loaded. Try again; if it happens again, restart the app.',
        detail: errorText(error),
      });
    }
  }
}

import type { Component } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { type Failure, errorText } from '../../preload/contract/failures.ts';
import type { Location, ViewName } from '../../preload/contract/locations/location.ts';
import type { View, ViewProps, Views } from './view.ts';

type ViewComponent = Component<ViewProps<ViewName>>;

export interface StartingPlace {
  readonly location: Location;
  readonly title: string;
  readonly icon: Component<{ size?: number }>;
  readonly hidden: boolean;
}

export class ViewsState {
  readonly #views: Views;
  readonly #loaded = new SvelteMap<ViewName, ViewComponent>();
  readonly #failures = new SvelteMap<ViewName, Failure>();

  constructor(views: Views) {
    this.#views = views;
  }

  get startingPlaces(): readonly StartingPlace[] {
    return Object.values(this.#views).flatMap(({ start, icon, hidden }) =>
      start === undefined
        ? []
        : [{ location: start, title: this.titleOf(start), icon, hidden: hidden === true }],
    );
  }

  of(location: Location): View<ViewName> {
    // A view gets locations of its name, which types cannot express.
    return this.#views[location.view] as View<ViewName>;
  }

  titleOf(location: Location): string {
    return this.of(location).title(location);
  }

  component(view: ViewName): ViewComponent | undefined {
    return this.#loaded.get(view);
  }

  failure(view: ViewName): Failure | undefined {
    return this.#failures.get(view);
  }

  /** Retries after a failure. */
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

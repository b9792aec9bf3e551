import type { Component } from 'svelte';
import type { Session } from '../../preload/contract/bridge.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { LocationOf, ViewName } from '../../preload/contract/locations/location.ts';

/** What every view is handed. */
export interface ViewProps<View extends ViewName> {
  location: LocationOf<View>;
  session: Session;
  connection: Connection;
}

/** A view of the app. Its component is loaded when it is first needed. */
export interface View<Name extends ViewName> {
  /** What the window, a tab and the palette call the place: sentence case, a few words. */
  title(location: LocationOf<Name>): string;
  readonly icon: Component<{ size?: number }>;
  /** Where the sidebar and the palette lead. A view without one is reached from other views only. */
  readonly start?: LocationOf<Name>;
  /** True for a view that the palette leads to, the sidebar does not. */
  readonly hidden?: true;
  /** The view whose entry in the sidebar leads to it. */
  readonly entry?: ViewName;
  /** A view may do without the props. */
  load(): Promise<{ default: Component<ViewProps<Name>> | Component }>;
}

/** The views of the app, by the name in their locations. Those with a `start` stand in the sidebar and in the palette, in this order. */
export type Views = { readonly [Name in ViewName]: View<Name> };

import type { Component } from 'svelte';
import type { Session } from '../../preload/contract/bridge.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { LocationOf, ViewName } from '../../preload/contract/locations/location.ts';

export interface ViewProps<View extends ViewName> {
  location: LocationOf<View>;
  session: Session;
  connection: Connection;
}

export interface View<Name extends ViewName> {
  title(location: LocationOf<Name>): string;
  readonly icon: Component<{ size?: number }>;
  /** Undefined if only other views lead here. */
  readonly start?: LocationOf<Name>;
  /** Hidden from the sidebar. */
  readonly hidden?: true;
  /** The view whose sidebar entry leads here. */
  readonly entry?: ViewName;
  load(): Promise<{ default: Component<ViewProps<Name>> | Component }>;
}

/** Views with `start` appear in the sidebar and the palette, in this order. */
export type Views = { readonly [Name in ViewName]: View<Name> };

import { untrack } from 'svelte';
import type { EventPayload, Session } from '../../preload/contract/bridge.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { Bridge } from '../bridge.ts';

/** How the service is reached: offline and live answers differ, and so do those with and without a key. */
export interface Access {
  readonly offline: boolean;
  /** The last characters of the key; null without one. */
  readonly key: string | null;
}

export function accessOf({ settings, key }: Session): Access {
  return { offline: settings.workOffline, key: key?.present === true ? key.lastFour : null };
}

/** What the answers of a view depend on, stated whole: the compiler asks for what is forgotten. */
export interface Dependencies {
  readonly connectionId: string;
  readonly access: Access;
  /** The resources whose records stand in the view. */
  readonly records: readonly ResourceName[];
  /** What else the answers depend on, as JSON. */
  readonly question: unknown;
}

export interface Loads {
  /** Loads everything. `again` is true where only the access has changed since the last time. */
  load(again: boolean): void;
  /** Some of the records were refreshed behind the window. */
  refreshed(what: EventPayload<'refreshed'>): void;
  /** The view is left. */
  close(): void;
}

/** Loads what a view shows, now and whenever something changes that it depends on. Call it where the view begins. */
export function keepLoaded(
  bridge: Pick<Bridge, 'onRefreshed'>,
  dependsOn: () => Dependencies,
  { load, refreshed, close }: Loads,
): void {
  const question = $derived.by(() => {
    const { connectionId, records, question: asked } = dependsOn();
    return canonicalJson([connectionId, records, asked]);
  });
  const access = $derived(canonicalJson(dependsOn().access));
  let loaded: string | undefined;
  $effect(() => {
    void access;
    const again = question === loaded;
    loaded = question;
    untrack(() => {
      load(again);
    });
  });
  $effect(() =>
    bridge.onRefreshed((what) => {
      const { connectionId, records } = dependsOn();
      if (what.connectionId === connectionId && records.includes(what.resource)) refreshed(what);
    }),
  );
  $effect(() => close);
}

import { untrack } from 'svelte';
import type { EventPayload, Session } from '../../preload/contract/bridge.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { Bridge } from '../bridge.ts';

interface Access {
  readonly offline: boolean;
  /** Last characters; null without a key. */
  readonly key: string | null;
}

export function accessOf({ settings, key }: Session): Access {
  return { offline: settings.workOffline, key: key?.present === true ? key.lastFour : null };
}

export interface Dependencies {
  readonly connectionId: string;
  readonly access: Access;
  readonly records: readonly ResourceName[];
  readonly question: unknown;
}

interface Loads {
  /** `again`: only the access changed. */
  load(again: boolean): void;
  refreshed(what: EventPayload<'refreshed'>): void;
  close(): void;
}

/** Loads a view's data now and on each change of its dependencies. Call it while the view initializes. */
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

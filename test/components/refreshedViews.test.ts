/// <reference types="vite/client" />

import { flushSync, type Component } from 'svelte';
import { expect, it } from 'vitest';
import type { EventPayload } from '../../preload/contract/bridge.ts';
import { fail } from '../../preload/contract/failures.ts';
import type { LocationOf } from '../../preload/contract/locations/location.ts';
import { resourceNames, type ResourceName } from '../../preload/contract/resources.ts';
import { settingsSchema } from '../../preload/contract/settings.ts';
import type { Bridge } from '../../renderer/bridge.ts';
import { views as changes } from '../../renderer/features/changes/register.ts';
import { views as compare } from '../../renderer/features/compare/register.ts';
import { views as overview } from '../../renderer/features/overview/register.ts';
import { views as records } from '../../renderer/features/records/register.ts';
import type { Views } from '../../renderer/shell/view.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

type Refreshed = EventPayload<'refreshed'>;

/** A bridge to a main process that has nothing: it notes of which resources it was asked, and tells what `emit` is given. */
function emptyBridge(): { bridge: Bridge; asked: ResourceName[]; emit: (what: Refreshed) => void } {
  const asked: ResourceName[] = [];
  const listeners = new Set<(what: Refreshed) => void>();
  const answer = (name: string) => (args: unknown) => {
    if (name === 'onRefreshed') listeners.add(args as (what: Refreshed) => void);
    if (/^on[A-Z]/.test(name)) return () => listeners.delete(args as (what: Refreshed) => void);
    const { resource } = (args ?? {}) as { readonly resource?: ResourceName };
    if (resource !== undefined) asked.push(resource);
    return Promise.resolve(fail({ code: 'offline', message: 'Nothing is here.' }));
  };
  return {
    // Of every name there is something to call.
    bridge: new Proxy({}, { get: (_, name) => answer(String(name)) }) as Bridge,
    asked,
    emit: (what) => {
      for (const listener of listeners) listener(what);
    },
  };
}

const connection = { id: 'one', name: 'One', baseUrl: 'https://api.example.com', sample: false };
const session = {
  connections: [connection],
  activeConnectionId: connection.id,
  key: null,
  settings: settingsSchema.parse({}),
};

const places = {
  overview: [overview, { view: 'overview' }],
  changes: [changes, { view: 'changes', resource: 'issuers' }],
  compare: [compare, { view: 'compare', resource: 'networks', ids: ['7', '8'] }],
  record: [records, { view: 'record', resource: 'managers', id: '7' }],
} as const satisfies {
  [Name in keyof Views]?: readonly [Partial<Views>, LocationOf<Name>];
};

const sources = import.meta.glob<string>('../../renderer/features/**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('these are all views that keep loaded what they show', () => {
  const keeping = Object.keys(sources).filter((file) => sources[file]?.includes('keepLoaded('));
  const named = keeping.map((file) => /(\w+)\.svelte$/.exec(file)?.[1]?.toLowerCase());
  expect(new Set(named)).toEqual(new Set(Object.keys(places)));
});

it.each(Object.entries(places))(
  '%s reloads after its own records were refreshed, and not after others',
  async (name, [views, location]) => {
    const { bridge, asked, emit } = emptyBridge();
    const app = appOf(bridge, views);
    const { default: view } = await (views as Views)[name as keyof typeof places].load();
    const props = { location, session, connection };
    show(ViewAlone, { app, view: view as Component, props });
    await settled();
    const shown = new Set(asked);
    expect(shown.size).toBeGreaterThan(0);
    const again = new Set<ResourceName>();
    for (const resource of resourceNames) {
      asked.length = 0;
      emit({ connectionId: connection.id, resource, key: '7' });
      await settled();
      if (asked.includes(resource)) again.add(resource);
      emit({ connectionId: 'two', resource, key: '7' });
    }
    expect(again).toEqual(shown);
  },
);

/** What was asked is answered, and shown. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  flushSync();
}

import { flushSync, type Component } from 'svelte';
import { expect, it } from 'vitest';
import { fail } from '../../preload/contract/failures.ts';
import { settingsSchema } from '../../preload/contract/settings.ts';
import { gatheredOf, maxCompared } from '../../renderer/features/compare/comparison.svelte.ts';
import { recordActions } from '../../renderer/features/compare/recordActions.ts';
import { register } from '../../renderer/features/compare/register.ts';
import { views } from '../../renderer/features/records/register.ts';
import type { Views } from '../../renderer/shell/view.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

it('a full comparison accepts no other record, but removes its own and starts over for another resource or connection', () => {
  const app = appOf(bridgeOf({}));
  const gathered = gatheredOf(app);
  for (let id = 1; id <= maxCompared; id += 1) gathered.add('one', { resource: 'assets', id }, '');
  const offered = (connectionId: string, resource: 'assets' | 'tokens', id: number) =>
    recordActions(app, { connectionId, resource, records: [{ id, title: 'A record', record: null }] });
  expect(offered('one', 'assets', 9)).toMatchObject([
    {
      label: 'Add to comparison',
      disabled: true,
      title: `At most ${maxCompared.toString()} records can be compared`,
    },
  ]);
  expect(offered('one', 'assets', 1)).toMatchObject([{ label: 'Remove from comparison', disabled: false }]);
  for (const [connectionId, resource] of [
    ['one', 'tokens'],
    ['two', 'assets'],
  ] as const) {
    const [action] = offered(connectionId, resource, 1);
    expect(action).toMatchObject({ label: 'Add to comparison', disabled: false, title: undefined });
    action?.run();
    expect(gathered).toMatchObject({ connectionId, resource, chosen: [{ id: 1, title: 'A record' }] });
    for (let id = 1; id <= maxCompared; id += 1) gathered.add('one', { resource: 'assets', id }, '');
  }
});

it('the key that would add to a full comparison says that it is full', async () => {
  const nothing = fail({ code: 'offline', message: 'Nothing is here.' });
  const app = appOf(
    bridgeOf({
      getRecord: () => Promise.resolve(nothing),
      describeResource: () => Promise.resolve(nothing),
      cancelRequest: () => Promise.resolve(nothing),
      onRefreshed: () => () => undefined,
    }),
    views,
    [register],
  );
  const { default: view } = await (views as Views).record.load();
  const connection = { id: 'one', name: 'One', baseUrl: 'https://api.example.com', sample: false };
  const session = { settings: settingsSchema.parse({}) };
  const location = { view: 'record', resource: 'assets', id: 9 };
  show(ViewAlone, { app, view: view as Component<never>, props: { location, connection, session } });
  for (let id = 1; id <= maxCompared; id += 1) gatheredOf(app).add('one', { resource: 'assets', id }, '');
  flushSync();
  app.commands.run('recordCompare');
  expect(app.messages.current).toBe(`At most ${maxCompared.toString()} records can be compared.`);
  gatheredOf(app).remove({ id: 1 });
  flushSync();
  app.commands.run('recordCompare');
  expect(gatheredOf(app).holds('one', { resource: 'assets', id: 9 })).toBe(true);
});

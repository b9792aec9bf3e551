import { expect, it } from 'vitest';
import { gatheredOf, maxCompared } from '../../renderer/features/compare/comparison.svelte.ts';
import { recordActions } from '../../renderer/features/compare/recordActions.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';

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

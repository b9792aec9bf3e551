import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mirrorSchema } from '../../preload/contract/mirrors.ts';
import MirrorEntry from '../../renderer/features/mirrors/MirrorEntry.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const mirror = mirrorSchema.parse({
  ...{ id: 'mirror', createdAt: 1, changedAt: 1, state: 'off', name: 'To the warehouse' },
  ...{ connectionId: 'one', resource: 'assets', days: 30, everyMinutes: 45 },
  filter: { operator: 'equals', field: 'asset_class_name', value: 'Stocks' },
  address: {
    ...{ host: 'localhost', port: 5432, database: 'analysis', user: 'rwa', schema: 'mirrored', tls: 'off' },
  },
  figures: { records: 0, inserted: 0, changed: 0, gone: 0, updatedAt: null },
});

it('a mirror is edited with its filter, and scheduled under its name', async () => {
  const app = appOf(bridgeOf({}));
  show(ViewAlone, { app, view: MirrorEntry, props: { shown: { mirror, jobId: null } } });
  await page.getByRole('button', { name: 'Edit To the warehouse' }).click();
  const { connectionId, resource, filter } = mirror;
  expect(app.dialogs.asked).toEqual({
    mirror: { subject: { connectionId, resource, query: { filter } }, mirror },
  });
  await page.getByRole('button', { name: 'Schedule To the warehouse' }).click();
  expect(app.dialogs.asked).toEqual({
    schedule: { subject: { name: mirror.name, work: { kind: 'mirror', mirrorId: mirror.id } } },
  });
});

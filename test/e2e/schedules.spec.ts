import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '../../preload/contract/bridge.ts';
import { hourMs } from '../../preload/contract/days.ts';
import { defaultOptions } from '../../preload/contract/exports.ts';
import { expect, test } from './fixtures/app.ts';
import { openExport } from './pages/files.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { choose, typeInto } from './support/typing.ts';

test('an export is scheduled, into a file that the user chose', async ({ windowApp: app, explorer }) => {
  await test.step('a file that the page chose', async () => {
    const target = path.join(app.userDataDir, 'unasked.csv');
    const result = await app.window.evaluate(
      ({ file, options }) =>
        (window as unknown as { readonly bridge: Bridge }).bridge.saveSchedule({
          content: {
            name: 'Unasked',
            work: {
              kind: 'export',
              request: {
                connectionId: 'sample',
                scope: { kind: 'query', resource: 'networks', query: {} },
                format: 'csv',
                columns: [],
                options,
              },
              file: { path: file, existing: 'replace' },
            },
            times: { kind: 'hourly', minute: 0 },
            on: true,
            waitMinutes: null,
            late: 'fail',
          },
        }),
      { file: target, options: defaultOptions('csv') },
    );
    expect(result).toMatchObject({ ok: false, failure: { code: 'not-allowed' } });
    await explorer.open('Schedules');
    await expect(app.window.getByRole('heading', { name: 'No schedules yet' })).toBeVisible();
  });
  await test.step('a file that the user chose', async () => {
    const { window } = app;
    await explorer.openRows('Networks');
    await (await openExport(window)).getByRole('button', { name: 'Schedule…' }).click();

    const dialog = window.getByRole('dialog', { name: 'New schedule' });
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Export of networks');
    await explorer.showsRows('Networks');
    await typeInto(dialog.getByRole('textbox', { name: 'Name' }), 'Networks each morning');
    // Twelve hours away: no run falls due meanwhile.
    const at = new Date(Date.now() + 12 * hourMs).toTimeString().slice(0, 5);
    await typeInto(dialog.getByRole('textbox', { name: 'Time of day' }), at);
    await window.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose the file that each run writes.');

    // The file is chosen in the system's dialog, outside of the page.
    const folder = app.userDataDir;
    await app.answerSaveDialog(path.join(folder, 'networks-{date}.csv'));
    await dialog.getByRole('button', { name: 'Choose file…' }).click();
    await expect(dialog).toContainText('networks-{date}.csv');
    expect(await violationsInBothThemes(window)).toEqual([]);
    // What it will write, and where, is asked about outside of the page too.
    await app.answerMessageBox(1);
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('The schedule was not saved.');
    await app.answerMessageBox(0);
    await dialog.getByRole('button', { name: 'Save schedule' }).click();
    await expect(dialog).toHaveCount(0);

    await explorer.open('Schedules');
    const entry = window.getByRole('article', { name: 'Networks each morning' });
    await expect(entry).toContainText(`Export of networks to CSV · Daily at ${at}`);
    await expect(entry).toContainText('Next run in');
    await expect(entry).toContainText('Not run yet');

    await entry.getByRole('button', { name: 'Run now' }).click();
    await expect(entry).toContainText(/Done .*: \d+ records/);
    const [file = ''] = (await readdir(folder)).filter((name) =>
      /^networks-\d{4}-\d{2}-\d{2}\.csv$/.test(name),
    );
    expect((await readFile(path.join(folder, file), 'utf8')).split('\r\n').length).toBeGreaterThan(5);
    await entry.getByText('Runs', { exact: true }).click();
    await expect(entry.getByRole('listitem')).toContainText('Started by you');
    expect(await violationsInBothThemes(window)).toEqual([]);

    await entry.getByRole('switch').click();
    await expect(entry).toContainText('Off');
    await entry.getByRole('button', { name: 'Edit' }).click();
    const edited = window.getByRole('dialog', { name: 'Edit schedule' });
    await choose(edited.getByRole('combobox', { name: 'How often' }), 'Weekly');
    await choose(edited.getByRole('combobox', { name: 'Day of the week' }), 'Wednesday');
    await edited.getByRole('button', { name: 'Save schedule' }).click();
    await expect(entry).toContainText(`Weekly on Wednesday at ${at}`);

    // A page does not have a schedule of the user write something else into their file.
    await app.answerMessageBox(1);
    expect(await writeOtherRecords(window)).toMatchObject({ ok: false, failure: { code: 'canceled' } });

    // What was made is there after a restart.
    await app.restart();
    const again = app.window.getByRole('article', { name: 'Networks each morning' });
    await expect(again).toContainText(`Weekly on Wednesday at ${at}`);
    await again.getByRole('button', { name: 'Delete' }).click();
    await again.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(app.window.getByRole('heading', { name: 'No schedules yet' })).toBeVisible();
  });
});

/** Has the one schedule write other records, as a page that was taken over would: by the bridge. */
function writeOtherRecords(window: Page): Promise<unknown> {
  return window.evaluate(async () => {
    const { bridge } = globalThis as unknown as { readonly bridge: Bridge };
    const listed = await bridge.listSchedules();
    const [shown] = listed.ok ? listed.value.schedules : [];
    if (shown?.schedule.work.kind !== 'export') throw new Error('There is no export to change.');
    const { id, createdAt: _, changedAt: __, dueAfter: ___, ...content } = shown.schedule;
    const { work } = shown.schedule;
    const request = {
      ...work.request,
      scope: { kind: 'query' as const, resource: 'issuers' as const, query: {} },
    };
    return bridge.saveSchedule({ id, content: { ...content, work: { ...work, request } } });
  });
}

import { expect, test } from './fixtures/app.ts';

test('what the app is made of, and why no new version is looked for', async ({
  windowApp: app,
  explorer,
}) => {
  await explorer.open('Settings');
  await app.window.getByRole('button', { name: 'About' }).click();
  await expect(app.window.getByRole('heading', { name: 'About', level: 1 })).toBeVisible();
  for (const [name, holder] of [
    ['better-sqlite3', 'Joshua Wise'],
    ['svelte', 'Svelte Contributors'],
    ['zod', 'Colin McDonnell'],
  ] as const) {
    const entry = app.window
      .getByRole('listitem')
      .filter({ has: app.window.getByText(name, { exact: true }) });
    await entry.getByText(name, { exact: true }).click();
    await expect(entry).toContainText('MIT');
    await expect(entry.getByText(holder)).toBeVisible();
  }

  await app.chooseMenu('About RWA Explorer');
  await expect(app.window.getByRole('status', { name: 'Updates' })).toHaveText(
    'Updates are off: this copy was not installed from a package.',
  );
});

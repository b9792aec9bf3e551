// Border: Chromium and the main process write down whom they connect with, from their start to their end.
import { expect, test } from './fixtures/app.ts';
import { contactsIn } from './fixtures/connections.ts';
import { Explorer } from './pages/explorer.ts';

/** The app contacts the base URL of its connection and nobody else: no telemetry, no icons, no updates, nothing of Chromium's own. */

test.use({ watchConnections: true, begin: 'welcome' });

test('no host but that of the base URL is contacted', async ({ app, startService }) => {
  // The largest asset of these has a web site.
  const service = await startService('--assets', '3500', '--transactions', '200000');
  const { port } = new URL(service.url);
  const windowHost = new URL(app.window.url()).host;
  const explorer = new Explorer(app);
  await explorer.openAt(app, { url: `http://localhost:${port}`, key: service.key });
  // A record with addresses of an icon and of web sites, in every place that shows them.
  await explorer.openRecord('Assets', 0);
  await expect(explorer.record()).toContainText('Website');
  for (const view of ['Overview', 'Networks', 'Issuers', 'Timeseries', 'Settings', 'Jobs']) {
    await explorer.open(view);
    await expect(app.window.getByRole('main').getByRole('heading').first()).toBeVisible();
  }
  await app.close();

  const { main, chromium, pages } = contactsIn(app.userDataDir);
  const base = `localhost:${port}`;
  // On Electron's runtime a request of main is seen by its address.
  expect([...main, ...chromium].some((host) => host.endsWith(`:${port}`))).toBe(true);
  // Names that are looked up, and the address that the window itself is served at.
  expect(main.filter((host) => ![base, 'localhost', '127.0.0.1'].includes(host))).toEqual([]);
  const own = [windowHost, base, `127.0.0.1:${port}`, `[::1]:${port}`];
  expect(chromium.filter((host) => !own.includes(host))).toEqual([]);
  expect(pages.filter((host) => ![windowHost, 'app:', 'data:', 'blob:'].includes(host))).toEqual([]);
});

// Border: a Chromium of its own and the main process write down whom they ask, from their start.
import { expect, test } from './fixtures/app.ts';
import { askedFor, contactsIn } from './fixtures/connections.ts';
import { scaled } from '../support/scale.ts';

/** The app on a new profile, while nobody does anything: neither it nor the Chromium below it asks anybody for anything. */

test.use({ watchConnections: true, begin: 'nothing' });

/** To which the Chromium shell sends what Chromium would like to ask of its makers, and where nobody is. */
const deadEnd = '127.0.0.1:1';

/** Chromium begins its own errands within the first minute; the whole of it is waited for at the whole scale. */
const idleMs = Math.max(6000, scaled(60_000));

test('a minute of nothing names no host', async ({ app }) => {
  const windowHost = new URL(app.window.url()).host;
  await expect(app.window.getByRole('button', { name: 'Explore sample data' })).toBeVisible();
  // The time itself is what is tested.
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  await app.close();

  const { main, chromium } = contactsIn(app.userDataDir);
  // The address of the shell's own server, which serves the window.
  expect(main.filter((host) => host !== '127.0.0.1')).toEqual([]);
  expect(chromium.filter((host) => host !== windowHost)).toEqual([]);
  // Nor does it want to, where the network would let it.
  expect(
    askedFor(app.userDataDir).filter((host) => ![windowHost, 'app:', 'data:', deadEnd].includes(host)),
  ).toEqual([]);
});

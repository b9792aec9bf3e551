import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test, type App } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

/** The picture of the last view, which a start shows until the live view is painted. */

function pictureOf(app: App): string {
  return path.join(app.userDataDir, 'last-view.jpg');
}

/** A window that is left alone keeps a picture of itself. */
async function keptPicture(app: App): Promise<void> {
  await expect.poll(() => existsSync(pictureOf(app)), { timeout: 40_000 }).toBe(true);
}

test('a start shows the last view at once, marked as such, until its rows are painted', async ({
  exploredApp: app,
}) => {
  await new Explorer(app.window).open('Tokens');
  await new Explorer(app.window).showsRows('Tokens');
  await keptPicture(app);
  expect(statSync(pictureOf(app)).mode & 0o077, 'others may not read it').toBe(0);

  await app.restart();
  const page = app.window;
  await new Explorer(page).showsRows('Tokens');
  await expect(page.locator('#last-view')).toHaveCount(0);
  const start = await page.evaluate(async () => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const picture = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.endsWith('/last-view.jpg'));
    const answer = await fetch('/last-view.jpg');
    const bitmap = await createImageBitmap(await answer.blob());
    return {
      html: await (await fetch('/')).text(),
      painted: painted?.startTime,
      pictureAt: picture?.startTime,
      type: answer.headers.get('content-type'),
      size: [bitmap.width, bitmap.height],
      window: [innerWidth * devicePixelRatio, innerHeight * devicePixelRatio],
      rowsAt: performance.now(),
    };
  });
  expect(start.html).toMatch(/<p>Last view, \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Loading…<\/p>/);
  expect(start.type).toBe('image/jpeg');
  expect(start.size).toEqual(start.window);
  // Requested by the page itself, and painted while the rows were still awaited.
  expect(start.pictureAt).toBeLessThan(start.rowsAt);
  expect(start.painted).toBeLessThan(start.rowsAt);
});

test('a change of what the next start shows removes the picture', async ({ exploredApp: app }) => {
  const page = app.window;
  await keptPicture(app);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or command' })).toBeFocused();
  await page.keyboard.type('Dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => existsSync(pictureOf(app))).toBe(false);
  const served = await page.evaluate(async () => [
    (await fetch('/last-view.jpg')).status,
    await (await fetch('/')).text(),
  ]);
  expect(served[0]).toBe(404);
  expect(served[1]).not.toContain('Last view');
});

import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { tabTo } from './support/typing.ts';

/** What a table answers by itself: orders of several columns, figures of a selection, how a column is distributed. */

test('several columns sort a table, each heading says its place, and Back takes one away', async ({
  exploredApp: app,
}) => {
  const page = app.window;
  const explorer = new Explorer(page);
  const { keyboard } = page;
  await explorer.open('Networks');
  await explorer.showsRows('Networks');
  const [layer, tokens] = [explorer.header(/Layer/), explorer.header(/Token count/)];
  await layer.click();
  await expect(layer).toHaveAttribute('aria-sort', 'ascending');
  await tokens.click({ modifiers: ['Shift'] });
  await expect(tokens).toHaveAttribute('aria-sort', 'descending');
  await expect(layer).toContainText('1Layer');
  await expect(tokens).toContainText('2Token count');
  // All networks are on one page: with it the order of both columns is this computer's own.
  await expect(explorer.status()).toContainText('complete, from the cache');
  const rows = async (): Promise<[string, number][]> => {
    const [layers, counts] = [await explorer.firstOf(/Layer/, 10), await explorer.firstOf(/Token count/, 10)];
    return layers.map((name, row) => [name.trim(), Number(counts[row]?.replaceAll(',', ''))]);
  };
  const sorted = (all: readonly [string, number][]) =>
    all.toSorted(([a, m], [b, n]) => (a === b ? n - m : a < b ? -1 : 1));
  await expect.poll(rows).toEqual(sorted(await rows()));

  await tabTo(explorer.grid('Networks'));
  await keyboard.press('ArrowUp');
  await keyboard.press('Home');
  await keyboard.press('Shift+Enter');
  await expect(explorer.header(/Name/)).toContainText('3Name');
  await keyboard.press('Alt+ArrowLeft');
  await expect(explorer.header(/Name/)).toHaveAttribute('aria-sort', 'none');
  await page.getByRole('button', { name: 'Column menu: Asset count' }).click();
  await page.getByRole('menuitem', { name: 'Add to sort' }).click();
  await expect(explorer.header(/Asset count/)).toContainText('3Asset count');
});

test('a sort by several columns says when only the first one counts', async ({ exploredApp: app }) => {
  const explorer = new Explorer(app.window);
  await explorer.header('Asset class').click({ modifiers: ['Shift'] });
  await expect(explorer.header(/Asset class/)).toHaveAttribute('aria-sort', 'ascending');
  await expect(explorer.status()).toContainText('The service sorts by one column');
});

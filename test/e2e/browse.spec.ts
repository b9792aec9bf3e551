import { expect, test } from './fixtures/app.ts';
import { tabTo, typeInto } from './support/typing.ts';

test('headers sort, words are found, and one scroll goes through all records', async ({ page, explorer }) => {
  await test.step('a header', async () => {
    await expect(explorer.header('Circulating market value')).toHaveAttribute('aria-sort', 'descending');

    const name = explorer.header('Name');
    await name.click();
    await expect(name).toHaveAttribute('aria-sort', 'ascending');
    await explorer.showsRows('Assets');
    const ascending = await explorer.column('Name');
    expect(ascending).toEqual(inByteOrder(ascending));

    await name.click();
    await expect(name).toHaveAttribute('aria-sort', 'descending');
    await explorer.showsRows('Assets');
    const descending = await explorer.column('Name');
    expect(descending).toEqual(inByteOrder(descending).reverse());

    await name.click();
    await expect(name).toHaveAttribute('aria-sort', 'none');
    await expect(explorer.header('Circulating market value')).toHaveAttribute('aria-sort', 'descending');
  });
  await test.step('words', async () => {
    const [title = ''] = await explorer.column('Name');
    await page.keyboard.press('/');
    await page.keyboard.type(title.toUpperCase());
    await page.keyboard.press('Enter');
    await expect.poll(() => explorer.column('Name')).toContain(title);
    await expect(explorer.conditions()).toContainText(title.toUpperCase());

    await typeInto(page.getByRole('searchbox', { name: 'Find assets' }), 'no asset has this name');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No assets match' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear all conditions' }).click();
    await explorer.showsRows('Assets');
  });
  await test.step('from the first to the last, and back', async () => {
    const grid = explorer.grid('Assets');
    const count = Number(await grid.getAttribute('aria-rowcount')) - 1;
    await expect(explorer.status()).toContainText(`${count.toLocaleString('en')} records`);

    await tabTo(grid);
    await page.keyboard.press('Control+End');
    await explorer.showsRow('Assets', count - 1);
    await expect(explorer.row('Assets', 0)).toHaveCount(0);

    await explorer.scrollTo('Assets', 1500);
    const title = await explorer.cell('Assets', 1500).innerText();
    await explorer.openRows('Tokens');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(explorer.row('Assets', 1500)).toContainText(title);
    await expect(explorer.row('Assets', 1500)).toBeInViewport();
  });
});

test('a scroll keeps to as many elements; columns are found by name, shown, hidden, and remembered @nightly', async ({
  windowApp: app,
  explorer,
}) => {
  await test.step('nodes', async () => {
    const grid = explorer.grid('Assets');
    const counts: number[] = [];
    for (const row of [300, 1200, 2600]) {
      await explorer.scrollTo('Assets', row);
      counts.push(await grid.evaluate((element) => element.querySelectorAll('*').length));
    }
    expect(Math.max(...counts)).toBeLessThan(Math.min(...counts) * 1.1);
  });
  await test.step('columns are found by name, shown and hidden, and remembered', async () => {
    await explorer.showColumns(['ISIN']);
    await explorer.showColumns(['Ticker'], false);

    await explorer.openRows('Tokens');
    await explorer.open('Assets');
    await tabTo(explorer.grid('Assets'));
    await app.window.keyboard.press('End');
    await expect(explorer.header('ISIN')).toBeVisible();
    await expect(explorer.header('Ticker')).toHaveCount(0);
  });
});

/** The order in which the service sorts text. */
function inByteOrder(texts: readonly string[]): string[] {
  return texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

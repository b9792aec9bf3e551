import type { Explorer } from './pages/explorer.ts';
import { typeCode, typeInto } from './support/typing.ts';

/** The pictures of columns and of SQL, as steps of `screenshots.ts`. */

type Views = Readonly<Record<string, (explorer: Explorer) => Promise<void>>>;

/** From the open column chooser of the assets; ends in the dialog of a computed column. */
export const columnPictures: Views = {
  presets: async ({ page }) => {
    await page.getByRole('button', { name: 'Presets…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply Default columns' }).waitFor();
  },
  'computed-column': async ({ page }) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'New computed column…' }).click();
    const dialog = page.getByRole('dialog');
    await typeInto(dialog.getByRole('textbox', { name: 'Name' }), 'Growth in 30 days');
    await typeCode(
      dialog.getByRole('textbox', { name: 'Expression' }),
      'circulating_market_value_dollar - circulating_market_value_dollar.val_30d',
    );
    await dialog.getByRole('table', { name: 'Preview' }).getByText('$').first().waitFor();
  },
};

/** The same result as a chart and as a pivot. */
export const sqlPictures: Views = {
  'sql-chart': async (explorer) => {
    const { page } = explorer;
    await explorer.open('SQL');
    await typeCode(
      page.getByRole('textbox', { name: 'SQL statement' }),
      `SELECT asset_class_name AS class, iif(is_investable, 'open', 'closed') AS investors, circulating_market_value_dollar AS value FROM assets`,
    );
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByRole('figure', { name: 'Sum of value by class' }).waitFor();
  },
  'sql-pivot': async ({ page }) => {
    await page.getByRole('button', { name: 'Pivot', exact: true }).click();
    await page.getByRole('button', { name: 'Columns: No columns' }).click();
    await page.keyboard.type('investors');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('treegrid', { name: 'Sum of value by class and investors' }).waitFor();
  },
};

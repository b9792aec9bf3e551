import type { Explorer } from './pages/explorer.ts';
import { typeCode, typeInto } from './support/typing.ts';

/** The pictures of columns and of SQL, as steps of `screenshots.ts`. */

type Views = Readonly<Record<string, (explorer: Explorer) => Promise<void>>>;

/** From the open column chooser of the assets; ends in the dialog of a computed column. */
export const columnPictures: Views = {
  'computed-column': async ({ page }) => {
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

/** A result as a chart. */
export const sqlPictures: Views = {
  'sql-chart': async (explorer) => {
    const { page } = explorer;
    await explorer.open('SQL');
    await typeCode(
      page.getByRole('textbox', { name: 'SQL statement' }),
      'SELECT asset_class_name AS class, sum(circulating_market_value_dollar) AS value FROM assets GROUP BY class ORDER BY value DESC',
    );
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByRole('figure', { name: 'value by class' }).waitFor();
  },
};

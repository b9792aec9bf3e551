import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures/app.ts';
import { choose } from './support/typing.ts';

/** What tells one state from another where a contrast theme has dropped shadows and colors. */
function look(element: Locator): Promise<string> {
  return element.evaluate((node) => {
    const { color, backgroundColor, outlineStyle, outlineColor, borderColor } = getComputedStyle(node);
    return JSON.stringify({
      color,
      backgroundColor,
      outline: outlineStyle === 'none' ? '' : outlineColor,
      borderColor,
    });
  });
}

/** The texts on the color of the selection behind which Chromium lays the color of the canvas, where they cannot be read. */
function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
    const { backgroundColor: selection, color: onSelection } = getComputedStyle(probe);
    probe.remove();
    const backdropOf = (element: Element | null): string => {
      if (element === null) return '';
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? backdropOf(element.parentElement) : backgroundColor;
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
      )
      .filter((element) => {
        const { color, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
          forcedColorAdjust: string;
        };
        if (backdropOf(element) !== selection) return false;
        return forcedColorAdjust !== 'none' || color !== onSelection;
      })
      .map(({ textContent }) => textContent.trim());
  });
}

test('in a contrast theme each state can be told from the others', async ({ page, explorer }, info) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    const picture = async (name: string, shown: Locator): Promise<Buffer> => {
      const body = await shown.screenshot({ animations: 'disabled' });
      await info.attach(`${name} ${colorScheme}`, { body, contentType: 'image/png' });
      return body;
    };
    await test.step(`cells, ${colorScheme}`, async () => {
      await explorer.open('Assets');
      await explorer.showsRows('Assets');
      const grid = explorer.grid('Assets');
      const cell = (row: number, column: number): Locator =>
        grid.getByRole('row').nth(row).getByRole('gridcell').nth(column);
      await cell(2, 2).click();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowRight');
      const [plain, selected, active] = await Promise.all([
        look(cell(6, 2)),
        look(cell(2, 2)),
        look(cell(3, 3)),
      ]);
      expect(new Set([plain, selected, active]).size).toBe(3);
      const row = grid.getByRole('row').nth(8);
      const before = await look(row);
      await row.hover();
      expect(await look(row)).not.toBe(before);
      await picture('table', grid);
    });
    await test.step(`pressed and chosen, ${colorScheme}`, async () => {
      const query = page.getByRole('button', { name: 'Query', exact: true });
      const columns = page.getByRole('button', { name: 'Columns', exact: true });
      if ((await query.getAttribute('aria-pressed')) !== 'true') await query.click();
      await columns.hover();
      expect(await look(query)).not.toBe(await look(columns));
      const navigation = page.getByRole('navigation', { name: 'Views' });
      expect(await look(navigation.getByRole('button', { name: 'Assets' }))).not.toBe(
        await look(navigation.getByRole('button', { name: 'Tokens' })),
      );
      await picture('navigation', navigation);
      await query.click();
    });
    await test.step(`words on the color of the selection, ${colorScheme}`, async () => {
      for (const [view, shown] of [
        ['SQL', page.getByRole('button', { name: 'Run', exact: true })],
        ['Watchlists', page.getByRole('main').getByRole('button', { name: 'New watchlist' })],
        ['Assets', explorer.grid('Assets').getByRole('gridcell').first()],
      ] as const) {
        await explorer.open(view);
        await expect(shown).toBeVisible();
        expect(await unreadable(page), view).toEqual([]);
      }
    });
    await test.step(`switches, ${colorScheme}`, async () => {
      await explorer.open('Settings');
      const knob = page.getByRole('switch', { name: 'Work offline' }).last();
      const off = await picture('switch off', knob);
      await knob.click();
      await expect(knob).toBeChecked();
      await page.mouse.move(0, 0);
      const on = await picture('switch on', knob);
      expect(on.equals(off)).toBe(false);
      const track = knob.locator('.track');
      const isOn = await look(track);
      await knob.click();
      await expect(knob).not.toBeChecked();
      expect(await look(track)).not.toBe(isOn);
    });
    await test.step(`series and their legend, ${colorScheme}`, async () => {
      await explorer.open('Timeseries');
      await choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Network');
      const legend = page.getByRole('region', { name: 'Legend' });
      const marks = legend.locator('li i');
      const colors = (): Promise<string[]> =>
        marks.evaluateAll((all) => all.slice(0, 6).map((mark) => getComputedStyle(mark).backgroundColor));
      // Networks have colors of their own, which come with their records.
      const areDistinct = async (): Promise<boolean> => {
        const shown = await colors();
        return shown.length > 3 && new Set(shown).size === shown.length;
      };
      await expect.poll(areDistinct).toBe(true);
      await picture('chart', explorer.figure('Market value by network'));
    });
  }
});

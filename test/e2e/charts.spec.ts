import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { dayMs } from '../../preload/contract/days.ts';
import { expect, test } from './fixtures/app.ts';
import { savePicture } from './pages/files.ts';
import { violations } from './pages/violations.ts';
import { noteDrawnTexts } from './support/drawnTexts.ts';
import { choose, tabTo, typeDay } from './support/typing.ts';

test('timeseries by template and group, saved as a picture', async ({ windowApp: app, page, explorer }) => {
  await test.step('a template opens as it is meant to be drawn', async () => {
    await explorer.open('Saved views');
    await page.getByRole('button', { name: /^Templates/ }).click();
    await page.getByRole('button', { name: /^Shares of asset classes/ }).click();
    await expect(page.getByRole('heading', { name: 'Timeseries', level: 1 })).toBeVisible();
    // A month is drawn at its first day: the words say of which day its figure is.
    await expect(explorer.figure(/by asset class/)).toContainText('at the end of each month');
    await expect(page.getByRole('combobox', { name: 'Chart' }).locator('option:checked')).toHaveText(
      'Shares (100%)',
    );
  });
  await test.step('stacked by network, saved as a picture', async () => {
    await explorer.open('Timeseries');
    await choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Network');
    await choose(page.getByRole('combobox', { name: 'Chart' }), 'Stacked');
    await expect(explorer.figure('Market value by network')).toBeVisible();
    const crosshair = page.getByRole('slider', { name: /crosshair/ });
    await tabTo(crosshair);
    await page.keyboard.press('End');
    await expect(crosshair).toHaveAttribute('aria-valuetext', /Ethereum \$/);

    expect(await violations(page)).toEqual([]);

    const png = await savePicture(app, 'chart.png');
    // Rule: Portable Network Graphics, 11.2.1: width and height stand behind the name of the first chunk.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2400, 1350]);
  });
  await test.step('of a day, another measure keeps the chart and how many are shown', async () => {
    await explorer.open('Aggregates');
    const chosen = (name: string): Locator =>
      page.getByRole('combobox', { name, exact: true }).locator('option:checked');
    await choose(page.getByRole('combobox', { name: 'Chart' }), 'Columns');
    await choose(page.getByRole('combobox', { name: 'Show', exact: true }), 'Largest 25');
    await page.getByRole('button', { name: /^Measure/ }).click();
    await page.keyboard.type('Holding addresses');
    await page.keyboard.press('Enter');
    await expect(explorer.figure(/^Holding addresses/)).toBeVisible();
    await expect(chosen('Chart')).toHaveText('Columns');
    await expect(chosen('Show')).toHaveText('Largest 25');
  });
});

test('timeseries of several measures, from a day that is typed, in a small window @nightly', async ({
  page,
  explorer,
}) => {
  await explorer.open('Timeseries');
  await choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Network');
  await choose(page.getByRole('combobox', { name: 'Chart' }), 'Stacked');
  await test.step('what does not add up is drawn as lines, and what was chosen comes back', async () => {
    const chart = page.getByRole('combobox', { name: 'Chart' }).locator('option:checked');
    const measure = page.getByRole('button', { name: /^Measure/ });
    for (const [name, kind] of [
      ['Holding addresses', 'Lines'],
      ['Market value', 'Stacked'],
    ] as const) {
      await measure.click();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await expect(explorer.figure(`${name} by network`)).toBeVisible();
      await expect(chart).toHaveText(kind);
    }
  });
  await test.step('a second measure has its name in the title; a series is shown alone beside its figure', async () => {
    await explorer.open('Timeseries');
    await choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Network');
    await page.getByRole('button', { name: /^Second measure/ }).click();
    await page.keyboard.type('Holding addresses');
    await page.keyboard.press('Enter');
    await expect(
      explorer.figure('Market value by network, with holding addresses on the right'),
    ).toBeVisible();
    const requests = explorer.status().getByRole('button');
    await expect(requests).toHaveText([/\/aggregates\/timeseries$/, /\/aggregates\/timeseries$/]);
    const titles = await requests.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('title')),
    );
    expect(titles[0]).not.toContain('holding_addresses');
    expect(titles[1]).toContain('holding_addresses');
    const entry = page.getByRole('region', { name: 'Legend' }).getByRole('listitem').nth(1);
    await entry.hover();
    const [name, only, value] = await Promise.all([
      entry.locator('.name').boundingBox(),
      entry.getByRole('button', { name: /^only/ }).boundingBox(),
      entry.locator('.value').boundingBox(),
    ]);
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(only?.x ?? 0);
    expect((only?.x ?? 0) + (only?.width ?? 0)).toBeLessThanOrEqual(value?.x ?? 0);
  });
  await test.step('a day that is typed, whatever years it goes through', async () => {
    await explorer.open('Timeseries');
    await expect(explorer.figure(/^Market value/)).toBeVisible();
    const range = page.getByRole('group', { name: 'Range' });
    await range.getByRole('button', { name: 'All' }).click();
    await range.getByRole('button', { name: 'Custom' }).click();
    const from = page.getByLabel('From', { exact: true });
    await typeDay(from, '2026-03-15');
    await page.keyboard.press('Enter');
    await expect(from).toHaveValue('Mar 15, 2026');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(from).toHaveValue('');
  });
  await test.step('two rows of controls at most in a small window', async () => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await explorer.open('Timeseries');
    await expect(explorer.figure(/^Market value/)).toBeVisible();
    const controls = page.getByRole('group', { name: /^(Query|Chart options)$/ });
    for (const kind of ['Stacked', 'Lines']) {
      await choose(page.getByRole('combobox', { name: 'Chart' }), kind);
      await expect(page.getByRole('combobox', { name: 'Scale' })).toHaveCount(kind === 'Lines' ? 1 : 0);
      const boxes = await Promise.all(
        (await controls.locator('select, button, input').all()).map((control) => control.boundingBox()),
      );
      expect(boxes.length).toBeGreaterThan(6);
      expect(new Set(boxes.map((box) => Math.round((box?.y ?? 0) / 20))).size).toBeLessThanOrEqual(2);
      // A range of one's own is chosen in a panel: it takes no row.
      const range = page.getByRole('group', { name: 'Range' });
      await range.getByRole('button', { name: 'Custom' }).click();
      await typeDay(page.getByLabel('From', { exact: true }), '2026-03-15');
      await page.keyboard.press('Enter');
      await expect(range.getByRole('button', { name: 'Custom' })).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Escape');
      await expect(page.getByLabel('From', { exact: true })).toBeHidden();
    }
  });
});

test('records behind a bar, figures in a file, and what a saved chart tells alone @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await test.step('a network has one color in the overview, a chart and a table, in both themes', async () => {
    const background = (mark: Locator): Promise<string> =>
      mark.evaluate((element) => getComputedStyle(element).backgroundColor);
    const seen: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await explorer.open('Overview');
      const networks = page.getByRole('region', { name: 'Bridged token value by network' });
      const color = await background(networks.getByRole('rowheader', { name: 'Solana' }).locator('i'));
      await explorer.open('Timeseries');
      const legend = page.getByRole('region', { name: 'Legend' });
      const entry = legend.getByRole('switch', { name: /^Solana/ }).locator('i');
      await expect.poll(() => background(entry)).toBe(color);
      await explorer.openRows('Tokens');
      const cell = explorer
        .grid('Tokens')
        .getByRole('gridcell', { name: /^Solana\b/ })
        .first();
      await expect.poll(() => background(cell.locator('.mark'))).toBe(color);
      seen.push(color);
    }
    expect(new Set(seen).size).toBe(2);
  });
  await test.step('ranges, the unfinished month, and Others', async () => {
    await explorer.open('Timeseries');
    const range = page.getByRole('group', { name: 'Range' });
    await range.getByRole('button', { name: '2Y' }).click();
    await expect(range.getByRole('button', { name: '2Y' })).toHaveAttribute('aria-pressed', 'true');
    const readTexts = await noteDrawnTexts(page);
    const textsOfPicture = async (name: string) => {
      const before = (await readTexts()).length;
      await savePicture(app, name);
      return (await readTexts()).slice(before);
    };
    const drawn = await textsOfPicture('two-years.png');
    const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
    const texts = drawn.map(({ text }) => text);
    // The newest figures are of yesterday: on the first day of a month the last one is over.
    const [newest, now] = [Date.now() - dayMs, Date.now()].map((day) => month.format(day));
    expect(new Set(texts.filter((text) => text.endsWith(' so far')))).toEqual(
      new Set(newest === now ? [`${newest} so far`] : []),
    );
    // Every text has the font of the app.
    expect(drawn.map(({ font }) => font).filter((font) => /Helvetica|Arial/.test(font))).toEqual([]);
    // All networks but so many are joined.
    const joined = /Others \((\d+)\)/.exec(texts.join('\n'))?.[1];
    await choose(page.getByRole('combobox', { name: 'Show', exact: true }), 'Largest 5');
    expect((await textsOfPicture('largest.png')).map(({ text }) => text)).toContain('Others (35)');
    expect(Number(joined)).toBeLessThan(32);
  });
  await page.emulateMedia({ colorScheme: 'light' });
  const begun = Date.now();
  await test.step('behind a bar, and back', async () => {
    await explorer.open('Aggregates');
    const figure = explorer.figure('Market value by network');
    await expect(figure).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await figure.getByRole('button', { name: 'Ethereum' }).click();
    await explorer.showsRows('Tokens');
    await expect(page.getByRole('button', { name: 'Network = Ethereum', exact: true })).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(figure).toBeVisible();
  });
  await test.step('saved figures', async () => {
    await explorer.open('Timeseries');
    await expect(explorer.figure(/^Market value/)).toBeVisible();
    const file = path.join(app.userDataDir, 'figures.csv');
    const saveTable = async (): Promise<void> => {
      await app.answerSaveDialog(file);
      await page.getByRole('button', { name: 'Save chart' }).click();
      await page.getByRole('button', { name: 'Table (CSV)' }).click();
    };
    await writeFile(`${file}.json`, 'my work');
    await app.answerMessageBox(1);
    await saveTable();
    // A picture takes longer than a table: once it is there, the table would be.
    await savePicture(app, 'chart.png');
    expect(await readFile(`${file}.json`, 'utf8')).toBe('my work');
    expect(await readdir(app.userDataDir)).not.toContain('figures.csv');

    await app.answerMessageBox(0);
    await saveTable();
    await expect.poll(() => readFile(`${file}.json`, 'utf8')).toContain('sha256');
  });
  await test.step('a saved chart tells what it shows, of what, where from and when', async () => {
    await explorer.open('Aggregates');
    await expect(explorer.figure('Market value by network')).toBeVisible();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('button', { name: /^Add a condition:/ }).click();
    await page.keyboard.type('asset_class_id');
    await page.keyboard.press('Enter');
    await page.keyboard.type('US Treasury');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    // The words of the filter stand under the title, as in the file.
    await expect(explorer.figure(/./).locator('figcaption')).toContainText('Asset class = US Treasury Debt');

    const readTexts = await noteDrawnTexts(page);
    await savePicture(app, 'chart.png');
    const texts = (await readTexts()).map(({ text }) => text);
    expect(texts).toContain('Market value by network');
    expect(texts).toContain('Asset class = US Treasury Debt');
    const day = new Intl.DateTimeFormat('en', {
      year: 'numeric',
      month: 'short',
      day: '2-digit',
      timeZone: 'UTC',
    });
    expect(texts).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^Sample data, synthetic · Fetched (${day.format(begun)}|${day.format(Date.now())}), \\d\\d:\\d\\d UTC · RWA Explorer$`,
        ),
      ),
    );
  });
});

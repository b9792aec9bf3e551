import type { Locator } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { Builder } from './pages/builder.ts';
import { tabTo, typeCode, typeInto } from './support/typing.ts';

test.describe('at the very beginning', () => {
  test.use({ begin: 'welcome' });

  test('from the welcome to an exported, filtered list by keyboard alone', async ({
    windowApp: app,
    page,
    explorer,
  }) => {
    const { keyboard } = page;

    await tabTo(page.getByRole('button', { name: 'Explore sample data' }).first());
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await tabTo(page.getByRole('navigation', { name: 'Views' }).getByRole('button').first());
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await explorer.showsRows('Assets');
    const [title = ''] = await explorer.column('Name');

    await keyboard.press('/');
    await keyboard.type(title);
    await keyboard.press('Enter');
    await expect(explorer.conditions()).toContainText(title);
    await explorer.showsRows('Assets');

    await tabTo(page.getByRole('grid', { name: 'Assets' }).first());
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await expect(explorer.header('Name')).toHaveAttribute('aria-sort', 'ascending');
    await explorer.showsRows('Assets');

    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(explorer.record()).toBeVisible();
    await keyboard.press('Escape');
    await expect(explorer.record()).toBeHidden();

    const file = path.join(app.userDataDir, 'filtered.csv');
    await app.answerSaveDialog(file);
    await tabTo(page.getByRole('button', { name: 'Export…' }).first());
    await keyboard.press('Enter');
    // Enter in a choice sends the form.
    await expect(page.getByRole('dialog', { name: 'Export assets' })).toBeVisible();
    await tabTo(page.getByRole('radio', { name: 'CSV' }).first());
    await keyboard.press('Enter');
    const jobs = page.getByRole('region', { name: 'Jobs started here' });
    await expect(jobs).toContainText('Done:');
    // Its folder is cut rather than its name.
    await expect(jobs.getByText('filtered.csv', { exact: true })).toBeInViewport({ ratio: 1 });
    expect(await readFile(file, 'utf8')).toContain(title.replaceAll('"', '""'));

    await tabTo(page.getByRole('switch', { name: /Work offline/ }).first());
    await keyboard.press('Space');
    await expect(page.getByRole('switch', { name: /working offline/ })).toBeChecked();
  });
});

test.describe(() => {
  // The code of a dialog that cannot be loaded.
  test.use({ mayComplain: [/ERR_FAILED/] });

  test('fast keys, the active cell, shortcuts, a comparison by keyboard alone, and keys of an input method @nightly', async ({
    windowApp: app,
    page,
    explorer,
  }) => {
    await test.step('Escape, then the palette again in a busy window', async () => {
      const palette = page.getByRole('combobox', { name: 'Search or command' });
      await page.keyboard.press('Control+k');
      await expect(palette).toBeFocused();
      // One event after the other waits in the window: the second is handled before anything that the first has queued.
      const session = await page.context().newCDPSession(page);
      const down = (key: string, code: number, modifiers = 0) =>
        session.send('Input.dispatchKeyEvent', {
          type: 'rawKeyDown',
          key,
          windowsVirtualKeyCode: code,
          modifiers,
        });
      const busy = page.evaluate(() => {
        const end = performance.now() + 500;
        while (performance.now() < end);
      });
      await Promise.all([busy, down('Escape', 27), down('k', 75, 2)]);
      await page.keyboard.type('settings');
      await expect(palette).toHaveValue('settings');
    });
    await test.step('the active cell of the grid moves with the keys', async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const grid = explorer.grid('Assets');
      await tabTo(grid);

      // Read at once: a cell that was active a moment ago may have left the document.
      const active = (): Promise<(string | null | undefined)[]> =>
        grid.evaluate((element) => {
          const cell = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
          return [
            cell?.closest('[role="row"]')?.getAttribute('aria-rowindex'),
            cell?.getAttribute('aria-colindex'),
          ];
        });

      const steps: [string, string, string][] = [
        ['ArrowDown', '3', '1'],
        ['ArrowRight', '3', '2'],
        ['End', '3', '12'],
        ['Control+End', '3501', '12'],
        ['Control+Home', '2', '1'],
        ['ArrowUp', '1', '1'],
      ];
      for (const [key, row, column] of steps) {
        await test.step(key, async () => {
          await page.keyboard.press(key);
          await expect.poll(active).toEqual([row, column]);
        });
      }
    });
    await test.step('the keyboard is where one has gone to, by a command, by words or by the palette', async () => {
      const isOn = async (view: string): Promise<void> => {
        await explorer.showsRows(view);
        await expect(explorer.grid(view)).toBeFocused();
      };
      await page.keyboard.press('Control+2');
      await isOn('Tokens');
      await page.keyboard.press('/');
      await expect(page.getByRole('searchbox', { name: 'Find tokens' })).toBeFocused();
      // From a field too, in which the next slash would be written.
      await page.keyboard.press('Control+1');
      await isOn('Assets');
      const [title = ''] = await explorer.firstOf('Name', 1);
      await page.keyboard.press('/');
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await isOn('Assets');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(explorer.record()).toHaveAccessibleName(`Asset ${title}`);
      await page.keyboard.press('Escape');
      await expect(explorer.record()).toBeHidden();
      await page.getByRole('button', { name: `Remove the condition found “${title}”` }).click();
      await explorer.showsRows('Assets');
      await explorer.search(title);
      const hit = explorer.found().getByRole('option', { name: title }).first();
      await expect(hit).toBeVisible();
      await hit.click();
      await expect(explorer.record()).toBeVisible();
      await isOn('Assets');
      await page.keyboard.press('Escape');
      await expect(explorer.record()).toBeHidden();
    });
    await test.step('the shortcuts, also after a dialog whose code could not be loaded', async () => {
      await page.route(/OpenLinkDialog[^/]*\.js$/, (route) => route.abort());
      await page.keyboard.press('Control+Shift+L');
      await expect(page.getByText('This dialog could not be loaded.')).toBeVisible();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard' });
      await expect(dialog).toContainText('Refresh from the service');
      const builder = dialog.getByRole('region', { name: 'In the query builder' });
      for (const words of ['Run the query', 'Move the condition or group up', 'Duplicate it', 'Undo']) {
        await expect(builder.getByRole('definition').filter({ hasText: words })).toBeVisible();
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
    await test.step('two records are compared and the comparison is exported by keyboard alone', async () => {
      const { keyboard } = page;
      await tabTo(explorer.grid('Assets'));
      await keyboard.press('Control+Home');
      const names = (await explorer.column('Name')).slice(0, 2);

      await keyboard.press('Enter');
      for (const [index, name] of names.entries()) {
        if (index > 0) await keyboard.press('ArrowDown');
        await explorer.showsRecord(`Asset ${name}`);
        await keyboard.press('c');
      }
      await keyboard.press('Shift+C');
      await expect(page.getByRole('table', { name: 'Comparison of assets' })).toContainText(names[1] ?? '');

      const file = path.join(app.userDataDir, 'compared.csv');
      await app.answerSaveDialog(file);
      await keyboard.press('Control+e');
      await expect(page.getByRole('dialog', { name: 'Export assets' })).toBeVisible();
      await tabTo(page.getByRole('radio', { name: 'CSV' }).first());
      await keyboard.press('Enter');
      await expect(page.getByRole('region', { name: 'Jobs started here' })).toContainText('Done:');
      const text = await readFile(file, 'utf8');
      for (const name of names) expect(text).toContain(name.replaceAll('"', '""'));
    });
    await test.step('keys of an input method do nothing else, and those of other scripts what those of their place do', async () => {
      const palette = page.getByRole('combobox', { name: 'Search or command' });
      const session = await page.context().newCDPSession(page);
      const down = (key: string, code: string, keyCode: number, modifiers = 0): Promise<unknown> =>
        session.send('Input.dispatchKeyEvent', {
          type: 'rawKeyDown',
          key,
          code,
          windowsVirtualKeyCode: keyCode,
          modifiers,
        });
      await down('л', 'KeyK', 75, 2);
      await expect(palette).toBeFocused();
      // As on macOS, which tells the key itself, and as on Windows and Linux, which tell 229.
      for (const enter of [13, 229]) {
        await session.send('Input.imeSetComposition', {
          text: 'settings',
          selectionStart: 8,
          selectionEnd: 8,
        });
        await expect(palette).toHaveValue('settings');
        await expect(page.getByRole('option', { name: /Settings/ }).first()).toBeVisible();
        await down('Enter', 'Enter', enter);
        await session.send('Input.insertText', { text: 'settings' });
        await expect(palette).toHaveValue('settings');
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Delete');
      }
      await page.keyboard.type('settings');
      await page.keyboard.press('Enter');
      await expect(palette).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();

      await explorer.openRows('Assets');
      const find = page.getByRole('searchbox', { name: 'Find assets' });
      await find.click();
      await page.keyboard.type('abc ');
      await session.send('Input.imeSetComposition', { text: 'ほん', selectionStart: 2, selectionEnd: 2 });
      await expect(find).toHaveValue('abc ほん');
      await down('Escape', 'Escape', 27);
      await expect(find).toHaveValue('abc ほん');
    });
  });
});

test('a menu goes with its page and by key, and the focus goes to what was opened', async ({
  page,
  explorer,
}) => {
  const grid = explorer.grid('Assets');
  const menu = page.getByRole('menu');
  const openMenu = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Column menu: Name' }).click();
    await expect(menu).toBeVisible();
  };
  await openMenu();
  await page.keyboard.press('Control+1');
  await expect(menu).toHaveCount(0);
  await expect(grid).toBeFocused();
  await openMenu();
  await page.keyboard.press('/');
  await expect(menu).toHaveCount(0);
  const find = page.getByRole('searchbox', { name: 'Find assets' });
  await expect(find).toBeFocused();
  await openMenu();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(grid).toBeFocused();

  await test.step('with what it was about, where its page stays', async () => {
    await find.click();
    await page.keyboard.type('fund');
    await page.keyboard.press('Enter');
    await explorer.showsRows('Assets');
    await tabTo(grid);
    await page.keyboard.press('Shift+F10');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(find).toHaveValue('');
    await expect(menu).toHaveCount(0);
    await expect(grid).toBeFocused();
  });

  await test.step('panels too, by the keys of steps and tabs', async () => {
    const popovers = page.locator('[popover]:popover-open');
    await explorer.openRows('Issuers');
    await explorer.openRows('Assets');
    await find.click();
    await page.keyboard.type('fund');
    await page.keyboard.press('Enter');
    await explorer.showsRows('Assets');
    await explorer.openColumns();
    await page.keyboard.press('Alt+ArrowLeft');
    // The page is the same without its search.
    await expect(find).toHaveValue('');
    await expect(popovers).toHaveCount(1);
    await page.keyboard.press('Alt+ArrowLeft');
    await explorer.showsRows('Issuers');
    await expect(popovers).toHaveCount(0);
    await expect(explorer.grid('Issuers')).toBeFocused();
    await page.getByRole('button', { name: 'Sample data', exact: true }).click();
    await expect(popovers).toHaveCount(1);
    await page.keyboard.press('Control+t');
    await expect(popovers).toHaveCount(0);
    await page.getByRole('button', { name: 'Sample data', exact: true }).click();
    await page.keyboard.press('Control+w');
    await explorer.showsRows('Issuers');
    await expect(popovers).toHaveCount(0);
    await page.keyboard.press('Alt+ArrowRight');
    await explorer.showsRows('Assets');
  });
  await test.step('back and forward by the buttons of a mouse stay in the app', async () => {
    const session = await page.context().newCDPSession(page);
    const press = async (button: 'back' | 'forward'): Promise<void> => {
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await session.send('Input.dispatchMouseEvent', { type, button, x: 500, y: 400, clickCount: 1 });
    };
    await press('back');
    await explorer.showsRows('Issuers');
    await press('forward');
    await explorer.showsRows('Assets');
    expect(page.url()).not.toContain('.blank');
  });
  await test.step('a command of the palette that focuses a field', async () => {
    await explorer.command('Find records');
    await expect(find).toBeFocused();
  });

  await test.step('what had the focus goes where nothing is found', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('no asset of this name');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No assets match' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('a value box of the builder goes with its page; the console, which each test reads, stays empty', async () => {
    await explorer.openRows('Assets');
    const builder = new Builder(explorer);
    await builder.open();
    await builder.add('name');
    await builder.enter('fund');
    await page.keyboard.press('Control+2');
    await explorer.showsRows('Tokens');
  });
  await test.step('after the palette the pill that was clicked before has it no more', async () => {
    await explorer.workOffline();
    await explorer.goOnline();
    await explorer.command('Assets by class');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('switch', { name: /^Work offline/ })).not.toBeFocused();
    await expect(page.locator('body')).not.toBeFocused();
  });
  await test.step('a button that had the focus and is disabled has it no more', async () => {
    await explorer.open('Issuers');
    await explorer.showsRows('Issuers');
    const back = page.getByRole('button', { name: 'Back' });
    await tabTo(back);
    while (await back.isEnabled()) await page.keyboard.press('Enter');
    await expect(page.getByRole('main').locator(':focus')).toBeVisible();
  });
  await test.step('a click beside all controls keeps the focus in the window', async () => {
    const bar = await page.getByRole('banner').boundingBox();
    const online = await page.getByRole('switch', { name: /^Work offline/ }).boundingBox();
    if (bar === null || online === null) throw new Error('The bar at the top is not drawn.');
    await page.mouse.click(online.x + online.width + 3, bar.y + 2);
    await expect(page.locator('body')).not.toBeFocused();
  });
  await test.step('a new watchlist is named first', async () => {
    const name = page.getByRole('textbox', { name: 'Name' });
    await explorer.command('New watchlist');
    await expect(name).toBeFocused();
    await explorer.open('Watchlists');
    await page.getByRole('main').getByRole('button', { name: 'New watchlist' }).click();
    await expect(name).toBeFocused();
  });
});

test('what is typed in code is text; keys in an open dialog reach nothing behind it', async ({
  page,
  explorer,
}) => {
  await test.step('code', async () => {
    await explorer.open('SQL');
    await typeCode(page.getByRole('textbox', { name: 'SQL statement' }), '-- how many? C/c');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('a dialog whose text was clicked', async () => {
    await explorer.openRows('Assets');
    await explorer.openFirst('Assets');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.getByText('Open the record', { exact: true }).click();
    await page.keyboard.press('Control+2');
    await expect(page).toHaveTitle(/^Assets/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(explorer.record()).toBeVisible();
  });
});

test('the focus stays in a dialog while its button is disabled, and is on it again afterwards', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const answers = Promise.withResolvers<undefined>();
  await using service = await startRewritingService({
    ...(await startService()),
    before: () => answers.promise,
  });
  await app.answerMessageBox(0);
  await explorer.command('Connect with an API key');
  const dialog = page.getByRole('dialog', { name: 'Connect with an API key' });
  await typeInto(dialog.getByRole('textbox', { name: 'Base URL' }), service.url);
  await typeInto(dialog.getByRole('textbox', { name: 'API key' }), 'wrong');
  const send = dialog.getByRole('button', { name: 'Test and connect' });
  await tabTo(send);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Testing…' })).toBeDisabled();
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Control+2');
  answers.resolve(undefined);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(send).toBeFocused();
  await expect(page).toHaveTitle(/^Assets/);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('x');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('a selection goes along when the list is sorted; while other rows are awaited, none of those before is selected; the focus is on what is in front once their table has gone behind a dialog', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  let answers = Promise.withResolvers<undefined>();
  let isLate = false;
  await using service = await startRewritingService({
    ...(await startService()),
    before: () => (isLate ? answers.promise : undefined),
  });
  await explorer.openAt(app, service);
  await tabTo(explorer.grid('Assets'));
  await page.keyboard.press('Shift+ArrowDown');
  await expect(explorer.status()).toContainText('2 cells selected');
  await explorer.header('Name').click();
  await expect(explorer.header('Name')).toHaveAttribute('aria-sort', 'ascending');
  await explorer.showsRows('Assets');
  await expect(explorer.status()).toContainText(/2 cells selected, [01] of 2 rows loaded/);
  // Their ids are known.
  await page.keyboard.press('Control+e');
  await expect(page.getByRole('radio', { name: 'The 2 selected records' })).toBeChecked();
  await page.keyboard.press('Escape');
  isLate = true;
  await page.keyboard.press('/');
  await page.keyboard.type('no asset');
  await page.keyboard.press('Enter');
  // No keys of the table: its rows are not those that were requested.
  const find = page.getByRole('searchbox', { name: 'Find assets' });
  await page.keyboard.type(' of? this');
  await expect(find).toHaveValue('no asset of? this');
  await page.keyboard.press('Enter');
  await expect(explorer.conditions()).toContainText('no asset of? this');
  await tabTo(explorer.grid('Assets'));
  // Long before the answer is given up.
  await expect(explorer.status()).not.toContainText('selected', { timeout: 10_000 });
  await page.keyboard.press('Control+c');
  await expect(
    page.getByText('These rows belong to the previous query. Wait for the new ones.'),
  ).toBeVisible();
  await page.keyboard.press('Shift+F10');
  for (const name of ['Export 2 cells…', 'Compare records'])
    await expect(page.getByRole('menuitem', { name })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+e');
  const dialog = page.getByRole('dialog', { name: 'Export assets' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(/selected record/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(explorer.grid('Assets')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or command' })).toBeFocused();
  answers.resolve(undefined);
  await expect(page.getByText('No assets match')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  // Who is back in the field stays there when the rows come.
  answers = Promise.withResolvers<undefined>();
  await typeInto(find, 'a');
  await page.keyboard.press('Enter');
  await find.click();
  await page.keyboard.press('Control+a');
  answers.resolve(undefined);
  await explorer.showsRows('Assets');
  await page.keyboard.type('fund');
  await expect(find).toHaveValue('fund');
  // The clipboard still has what it had.
  answers = Promise.withResolvers<undefined>();
  await explorer.grid('Assets').getByRole('gridcell').first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect(page.getByText(/^Loading [\d,]+ rows to copy…$/)).toBeVisible();
  answers.resolve(undefined);
  await expect(page.getByText(/^Copied [\d,]+ rows of \d+ columns/)).toBeVisible();
});

test('a removed condition comes back by key, and goes again; a field undoes what was typed', async ({
  page,
  explorer,
}) => {
  const conditions = page.getByRole('list', { name: 'Active conditions' }).getByRole('listitem');
  const find = page.getByRole('searchbox', { name: 'Find assets' });
  await page.keyboard.press('/');
  await page.keyboard.type('fund');
  await page.keyboard.press('Enter');
  await expect(conditions).toHaveText([/fund/]);
  await conditions.getByRole('button', { name: 'Remove' }).click();
  await expect(conditions).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(conditions).toHaveText([/fund/]);
  await page.keyboard.press('Control+Shift+z');
  await expect(conditions).toHaveCount(0);

  await test.step('also while a record is open, which is no condition', async () => {
    await explorer.openFirst('Assets');
    await page.keyboard.press('Control+z');
    await expect(conditions).toHaveText([/fund/]);
    await page.keyboard.press('Control+Shift+z');
    await expect(conditions).toHaveCount(0);
    await expect(explorer.record()).toBeHidden();
  });

  await page.keyboard.press('/');
  await page.keyboard.type('gold');
  // Chromium may undo what was typed at once in parts.
  const undone = (box: Locator) =>
    expect.poll(async () => {
      await page.keyboard.press('Control+z');
      return box.inputValue();
    });
  await undone(find).toBe('');
  await expect(conditions).toHaveCount(0);

  await test.step('a value of the builder too, and then the query does', async () => {
    const builder = new Builder(explorer);
    const value = builder.panel().getByRole('textbox', { name: /^Value of/ });
    const { keyboard } = page;
    await builder.open();
    await builder.add('name');
    await builder.enter('fund');
    await keyboard.press('Home');
    await builder.enter('big ');
    await undone(value).toBe('fund');
    await keyboard.press('Shift+Tab');
    await keyboard.press('Tab');
    await keyboard.press('End');
    await builder.enter(' of gold');
    await undone(value).toBe('fund');
    // Nothing was typed since the box got the focus.
    await keyboard.press('Control+z');
    await expect(value).toHaveValue('');
    await keyboard.press('Control+y');
    await expect(value).toHaveValue('fund');
    await keyboard.press('Control+z');
    await keyboard.press('Control+z');
    await expect(value).toHaveCount(0);
    await keyboard.press('Control+y');
    await expect(value).toHaveValue('');
    await value.click();
    await builder.enter('fund');
    await undone(value).toBe('');
    await keyboard.press('Control+z');
    await expect(value).toHaveCount(0);
    await keyboard.press('Escape');
  });

  await explorer.open('Issuers');
  await explorer.showsRows('Issuers');
  await tabTo(explorer.grid('Issuers'));
  await page.keyboard.press('Control+z');
  await explorer.showsRows('Issuers');
});

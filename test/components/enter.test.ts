import { expect, it, onTestFinished } from 'vitest';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';

const grid = '<div role="grid" tabindex="0" id="grid"></div>';

/** Enters a view that consists of this HTML; returns what has the focus then. */
async function entered(html: string): Promise<string | undefined> {
  const main = document.createElement('main');
  main.id = 'main';
  main.tabIndex = -1;
  main.innerHTML = html;
  document.body.append(main);
  onTestFinished(() => {
    main.remove();
  });
  await appOf(bridgeOf({})).enter();
  return document.activeElement?.id;
}

it.each([
  ['the field to type in', `${grid}<input data-first id="field">`, 'field'],
  ['the table, without a field', `<input id="other">${grid}`, 'grid'],
  ['the table, if the field is disabled', `<input data-first disabled>${grid}`, 'grid'],
  [
    'the second field, if the first is hidden',
    '<input data-first hidden><input data-first id="field">',
    'field',
  ],
  [
    'the second table, if the first is hidden',
    `<div hidden><div role="grid" tabindex="0"></div></div>${grid}`,
    'grid',
  ],
  ['the view, if its table is hidden', `<div hidden>${grid}</div>`, 'main'],
  ['the view, if its table takes no focus', '<div role="grid"></div>', 'main'],
  ['the view, without any', '<button>Reset</button>', 'main'],
])('entering a view focuses %s', async (_what, html, focused) => {
  expect(await entered(html)).toBe(focused);
});

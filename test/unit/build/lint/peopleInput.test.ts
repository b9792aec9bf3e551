import { Linter } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { peopleInput } from '../../../../build/lint/peopleInput.ts';

/** The rule for tests of the window, seen at work on single lines. */

const linter = new Linter();

function errors(code: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { project: { rules: { 'people-input': peopleInput() } } },
    languageOptions: { parser: ts.parser as Linter.Parser },
    rules: { 'project/people-input': 'error' },
  };
  return linter
    .verify(code, config, { filename: 'test/e2e/any.spec.ts' })
    .map(({ messageId, message }) => messageId ?? message);
}

describe('tests of the window type as people do', () => {
  it.each([
    ["await box.fill('gold');", 'past'],
    ["await page.getByRole('textbox', { name: 'Name' }).fill('');", 'past'],
    ["await select.selectOption('yesterday');", 'past'],
    ["await select.selectOption({ label: 'Network' });", 'past'],
    ["await button.dispatchEvent('click');", 'past'],
    ["await box.pressSequentially('gold');", 'past'],
    ["await page.keyboard.insertText('gold');", 'past'],
    ["await box.press('Enter');", 'past'],
    ["await box.type('gold');", 'past'],
    ['await grid.focus();', 'past'],
    ['await page.evaluate(() => { document.querySelector("input").focus(); });', 'past'],
    ['await box.clear();', 'past'],
    ['await button.evaluate((element) => element.click());', 'script'],
    ['await page.evaluate(() => { document.querySelector("form").requestSubmit(); });', 'script'],
    ["await box.evaluate((element) => { element.value = 'gold'; });", 'script'],
    ['await button.click({ force: true });', 'force'],
    ["unlikePeople('short', () => box.click());", 'reason'],
    ['unlikePeople(why, () => box.click());', 'reason'],
  ])('refuses %s', (code, messageId) => {
    expect(errors(code)).toEqual([messageId]);
  });

  it('refuses input beside an exception, and in an exception without a reason', () => {
    expect(errors("unlikePeople('A script of a page clicks.', () => 1); box.fill('gold');")).toEqual([
      'past',
    ]);
    expect(errors("unlikePeople('', () => box.fill('gold'));")).toEqual(['reason', 'past']);
  });

  it.each([
    "await typeInto(box, 'gold');",
    'await button.click();',
    "await page.keyboard.press('Enter');",
    "await keyboard.type('gold');",
    'const four = Array(4).fill(0), five = new Array(5).fill(0);',
    'seen.clear();',
    'await rm(folder, { recursive: true, force: true });',
    'const text = await page.evaluate(() => document.querySelector("input").value);',
    "await unlikePeople('A script of the page clicks here.', () => page.evaluate(() => link.click()));",
  ])('accepts %s', (code) => {
    expect(errors(code)).toEqual([]);
  });
});

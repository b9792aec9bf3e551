import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const themes = ['light', 'dark'] as const;

interface WithAxe {
  readonly axe?: typeof axe;
}

/** Reading it takes half the processor time of the form with comments. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe finds wrong, as `rule: element`, so that a failure names both. */
export async function violations(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // Compiling it costs as much as a small view: once for each document.
  const isThere = await page.evaluate(() => (window as unknown as WithAxe).axe !== undefined);
  if (!isThere) await page.evaluate(axeSource);
  return page.evaluate(
    async (options) => {
      const found = await (window as unknown as WithAxe).axe?.run(document, options);
      if (found === undefined) throw new Error('The document has no axe.');
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    {
      // Axe gives up half of its time on describing what is right.
      resultTypes: ['violations'],
      preload: false,
      ...(rules === 'all' ? {} : { runOnly: ['color-contrast'] }),
    } satisfies axe.RunOptions,
  );
}

/**
 * Returns what axe finds wrong in the light and in the dark theme of the system, as `theme: rule: element`. Of its rules only the one on
 * contrast looks at colors: the others are not repeated in the dark theme where it shows the same document.
 */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  let before: string | undefined;
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await transitionsEnd(page);
    const shown = await page.content();
    const inTheme = await violations(page, shown === before ? 'contrast' : 'all');
    found.push(...inTheme.map((violation) => `${theme}: ${violation}`));
    before = shown;
  }
  return found;
}

/** Half-way through a transition the contrast is another. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

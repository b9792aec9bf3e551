import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const themes = ['light', 'dark'] as const;

interface WithAxe {
  readonly axe?: typeof axe;
}

/** A color of axe, of which its types say nothing. */
interface Color {
  r: number;
  g: number;
  b: number;
  alpha: number;
  /** Throws for what is no color. */
  parseString: (this: Color, text: string) => Color;
}

interface ColorClass {
  readonly prototype: Color;
  new (red: number, green: number, blue: number): Color;
}

interface WithColors {
  readonly axe: { readonly commons: { readonly color: { readonly Color: ColorClass } } };
}

/** Reading it takes half the processor time of the form with comments. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns what axe finds wrong, as `rule: element`, so that a failure names both. */
export async function violations(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // Compiling it costs as much as a small view: once for each document.
  const isThere = await page.evaluate(() => (window as unknown as WithAxe).axe !== undefined);
  if (!isThere) {
    await page.evaluate(axeSource);
    await page.evaluate(rememberColors);
  }
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

/**
 * Runs in the page. Axe parses the colors of each text anew, in a quarter of its time, where a view has some ten: here each once. What it
 * does with them stays its own.
 */
function rememberColors(): void {
  const { Color } = (window as unknown as WithColors).axe.commons.color;
  const parser = new Color(0, 0, 0);
  const { parseString } = Color.prototype;
  const known = new Map<string, Omit<Color, 'parseString'>>();
  Color.prototype.parseString = function parseOnce(text) {
    let color = known.get(text);
    if (color === undefined) {
      const { r, g, b, alpha } = parseString.call(parser, text);
      color = { r, g, b, alpha };
      known.set(text, color);
    }
    // One by one: they are accessors of its class.
    return Object.assign(this, color);
  };
}

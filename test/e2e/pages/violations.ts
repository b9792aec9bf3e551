import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export const themes = ['light', 'dark'] as const;

/** Returns what axe finds wrong, as `rule: element`, so that a failure names both. */
export async function violations(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  // Axe gives up half of its time on describing what is right.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules === 'all' ? axe : axe.withRules('color-contrast')).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * Returns what axe finds wrong in the light and in the dark theme of the system, as `theme: rule: element`. Of its rules only the one on
 * contrast looks at colours: the others are not repeated in the dark theme where it shows the same document.
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

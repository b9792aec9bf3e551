import type { Page } from '@playwright/test';

/** From a click on a resource in the sidebar to its painted rows, for pages that are in the cache; in milliseconds. */
export async function measureSwitching(
  page: Page,
  labels: readonly string[],
  rounds: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const label of labels) {
      const took = await switchTo(page, label);
      // The first round fetches what the others find in the cache.
      if (round > 0) times.push(took);
    }
  }
  return times;
}

/** From nothing to the first row of transactions: their view is loaded, and their list is asked for. In milliseconds. */
export async function mountTransactions(page: Page): Promise<number> {
  await page.reload();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
  return switchTo(page, 'Transactions');
}

async function switchTo(page: Page, label: string): Promise<number> {
  const views = page.getByRole('navigation', { name: 'Views' });
  return views.getByRole('button', { name: label, exact: true }).evaluate(
    (button: HTMLElement, name) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const look = (): void => {
          const cell = document.querySelector(`[role="grid"][aria-label="${name}"] [role="gridcell"]`);
          if (cell !== null && cell.textContent.trim() !== '') {
            requestAnimationFrame(() => {
              resolve(performance.now() - begun);
            });
          } else requestAnimationFrame(look);
        };
        button.click();
        look();
      }),
    label,
  );
}

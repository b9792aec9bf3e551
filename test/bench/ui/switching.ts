import type { Page } from '@playwright/test';

/** From a click on a resource in the sidebar to its painted rows, for pages that are in the cache; in milliseconds. */
export async function measureSwitching(
  page: Page,
  labels: readonly string[],
  rounds: number,
): Promise<number[]> {
  const views = page.getByRole('navigation', { name: 'Views' });
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const label of labels) {
      const took = await views.getByRole('button', { name: label, exact: true }).evaluate(
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
      // The first round fetches what the others find in the cache.
      if (round > 0) times.push(took);
    }
  }
  return times;
}

import type { Page } from '@playwright/test';
import { scrollFrames, type ScrollFrames } from './gridFigures.ts';

/**
 * The frames of a page of the same height with nothing in it, scrolled alike: what the machine and its drawing of pages cost
 * without any grid.
 */
export async function measureEmptyPage(page: Page): Promise<ScrollFrames> {
  await page.reload();
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  await page.evaluate(() => {
    const scroller = document.createElement('div');
    const body = document.createElement('div');
    scroller.id = 'empty';
    scroller.tabIndex = 0;
    Object.assign(scroller.style, { height: '100vh', overflow: 'auto' });
    body.style.height = '28000000px';
    scroller.append(body);
    document.body.replaceChildren(scroller);
  });
  return scrollFrames(page, page.locator('#empty'), () => Promise.resolve());
}

import type { Page } from '@playwright/test';

/**
 * What the window has put on the clipboard, as a page gets it that something is pasted into: it may not read it by itself. Whatever has
 * the focus does not get it.
 */
export async function clipboard(page: Page, type = 'text/plain'): Promise<string> {
  const pasted = await page.evaluateHandle((wanted) => {
    const text = Promise.withResolvers<string>();
    const take = (event: ClipboardEvent): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      text.resolve(event.clipboardData?.getData(wanted) ?? '');
    };
    window.addEventListener('paste', take, { once: true, capture: true });
    return text;
  }, type);
  await page.keyboard.press('ControlOrMeta+v');
  return pasted.evaluate(({ promise }) => promise);
}

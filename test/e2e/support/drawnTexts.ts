import type { Page } from '@playwright/test';

/** Notes the texts that pictures are drawn with from now on. Returns how to read those so far. */
export async function noteDrawnTexts(page: Page) {
  const drawn = await page.evaluateHandle(() => {
    const texts: { text: string; font: string }[] = [];
    const { prototype } = OffscreenCanvasRenderingContext2D;
    const fillText = Reflect.get(prototype, 'fillText');
    prototype.fillText = function (text, ...place) {
      texts.push({ text, font: this.font });
      fillText.call(this, text, ...place);
    };
    return texts;
  });
  return () => drawn.jsonValue();
}

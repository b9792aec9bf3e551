import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import SettingBoxes from './SettingBoxes.svelte';
import { show } from './show.ts';

test('what is typed into a setting stays while the session is sent anew', async () => {
  show(SettingBoxes, {});
  for (const [name, before] of [
    ['Hours', '120'],
    ['Address', 'http://first.example'],
  ] as const) {
    const box = page.getByRole('textbox', { name });
    await box.click();
    await userEvent.keyboard('{End}5{F8}6');
    await expect.element(box).toHaveValue(`${before}56`);
  }
});

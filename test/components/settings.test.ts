import { page, userEvent } from 'vitest/browser';
import { expect, it } from 'vitest';
import ProxyBoxes from './ProxyBoxes.svelte';
import SettingBoxes from './SettingBoxes.svelte';
import { show } from './show.ts';

it('what is typed into a setting stays while the session is sent anew', async () => {
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

it('typed text of a setting is stored when a shortcut leaves its view', async () => {
  for (const [name, change] of [
    ['Hours', { hours: 12 }],
    ['Address', { address: 'http://first.exampl' }],
  ] as const) {
    const changes: object[] = [];
    const hide = show(SettingBoxes, { onset: (what: object) => changes.push(what) });
    await page.getByRole('textbox', { name }).click();
    await userEvent.keyboard('{End}{Backspace}{F9}');
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    expect(changes).toEqual([change]);
    hide();
  }
});

it('refused text of a setting is reported when a shortcut leaves its view', async () => {
  for (const [name, keys, reason] of [
    ['Hours', '{End}00000{Control>}{F9}{/Control}', 'Enter a whole number from 1 to 1,000.'],
    ['Hours', '{End}00000{F9}', 'Enter a whole number from 1 to 1,000.'],
    ['Address', '{Home}x{F9}', 'Enter an address that begins with http://.'],
  ] as const) {
    const [changes, lost]: [object[], string[]] = [[], []];
    const hide = show(SettingBoxes, {
      onset: (what: object) => changes.push(what),
      onlost: (text: string) => lost.push(text),
    });
    await page.getByRole('textbox', { name }).click();
    await userEvent.keyboard(keys);
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    expect([changes, lost]).toEqual([[], [`${name} was not changed. ${reason}`]]);
    hide();
  }
});

it('refused text of a setting stays in its box, says what applies meanwhile, and goes with Escape', async () => {
  const changes: object[] = [];
  show(SettingBoxes, { onset: (what: object) => changes.push(what) });
  const hours = page.getByRole('textbox', { name: 'Hours' });
  await hours.click();
  await userEvent.keyboard('{End}x{Tab}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Enter a whole number from 1 to 1,000. Until then it stays 120.');
  await expect.element(hours).toHaveValue('120x');
  await expect.element(hours).toHaveAttribute('aria-invalid', 'true');
  await hours.click();
  await userEvent.keyboard('{Escape}{Tab}');
  await expect.element(hours).toHaveValue('120');
  await expect.element(hours).toHaveAttribute('aria-invalid', 'false');
  expect(changes).toEqual([]);
});

it('an address and hosts typed in turn are stored together, and stay if storing fails', async () => {
  const changes: object[] = [];
  show(ProxyBoxes, { onset: (change: object) => changes.push(change) });
  await page.getByRole('radio', { name: 'Custom' }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.click();
  await userEvent.keyboard('http://proxy.example:8080{Tab}*.example.org{Tab}');
  await expect.element(address).toHaveValue('http://proxy.example:8080');
  const proxy = { mode: 'address', address: 'http://proxy.example:8080' };
  expect(changes).toEqual([
    { proxy: { ...proxy, bypass: '' } },
    { proxy: { ...proxy, bypass: '*.example.org' } },
  ]);
});

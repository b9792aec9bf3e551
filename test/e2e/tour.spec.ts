import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

test('the tour is offered once, shows its five steps by keyboard, and can be left and opened again', async ({
  app,
}) => {
  const explorer = (): Explorer => new Explorer(app.window);
  await explorer().exploreSampleData();
  const tour = () => app.window.getByRole('region', { name: 'Tour' });
  await expect(tour()).toContainText('Tour, 1 of 5');
  await tour().getByRole('button', { name: 'Leave' }).click();
  await expect(tour()).toBeHidden();
  await app.restart();
  await explorer().showsRows('Assets');
  await expect(tour()).toBeHidden();

  // From the palette, as from Help.
  await app.window.keyboard.press('ControlOrMeta+k');
  await app.window.keyboard.type('tour');
  await app.window.keyboard.press('Enter');
  await tour().getByRole('button', { name: 'Next step' }).click();
  await expect(tour()).toContainText('Tour, 2 of 5');
  for (const step of [3, 4, 5]) {
    await app.window.keyboard.press('Enter');
    await expect(tour()).toContainText(`Tour, ${step.toString()} of 5`);
  }
  await explorer().showsRows('Tokens');
  await app.window.keyboard.press('Escape');
  await expect(tour()).toBeHidden();
});

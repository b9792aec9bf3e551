import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

test('a first visit has nothing to compare with, and says so', async ({ app }) => {
  const explorer = new Explorer(app.window);
  await explorer.exploreSampleData();
  await explorer.open('What changed');
  await expect(app.window.getByRole('heading', { name: 'Nothing to compare with yet' })).toBeVisible();
  await expect(app.window.getByText('This is your first visit')).toBeVisible();
});

// Border: the main process reads the policy of the computer at its start.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test as base } from './fixtures/app.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** The window under the policy of a computer. */
function policyOf(text: string): Record<string, string> {
  const file = path.join(makeTemporaryFolder('policy'), 'policy.json');
  writeFileSync(file, text);
  return { RWA_EXPLORER_POLICY_FILE: file };
}

const test = base.extend({ begin: 'nothing' as const });

test.describe('a policy', () => {
  test.use({
    environment: policyOf(
      '{ "disableSampleData": true, "disableBaseUrlChange": true, "baseUrl": "https://rwa.example.com" }',
    ),
  });

  test('switches the sample data and other base URLs off, says so, and holds behind the window too', async ({
    app,
  }) => {
    const sample = app.window.getByRole('region', { name: 'Sample data' });
    await expect(sample.getByRole('button', { name: 'Explore sample data' })).toBeDisabled();
    await expect(sample).toContainText('Your IT department has turned off the sample data on this computer.');
    const address = app.window.getByRole('textbox', { name: 'Base URL' });
    await expect(address).toHaveValue('https://rwa.example.com');
    await expect(address).not.toBeEditable();
    await expect(address).toHaveAccessibleDescription('Set by your IT department.');

    const refused = { ok: false, failure: { code: 'not-allowed' } };
    const call = (name: string, args?: unknown): Promise<unknown> =>
      app.window.evaluate(
        ([method, argument]) =>
          (window as unknown as { bridge: Record<string, (argument: unknown) => unknown> }).bridge[
            String(method)
          ]?.(argument),
        [name, args],
      );
    expect(await call('exploreSampleData')).toMatchObject(refused);
    expect(await call('setActiveConnection', { connectionId: 'sample' })).toMatchObject(refused);
    expect(await call('connect', { baseUrl: 'http://127.0.0.1:9', key: 'some-key' })).toMatchObject(refused);
  });
});

test.describe('a policy file that cannot be used', () => {
  test.use({ environment: policyOf('{ "disableSampels": true }') });

  test('locks everything and says what is wrong', async ({ app }) => {
    await expect(app.window.getByRole('status').filter({ hasText: 'The policy file' })).toContainText(
      'cannot be used: it has “disableSampels”, which the app does not know',
    );
    await expect(app.window.getByRole('button', { name: 'Explore sample data' })).toBeDisabled();
    await expect(app.window.getByRole('textbox', { name: 'Base URL' })).not.toBeEditable();
  });
});

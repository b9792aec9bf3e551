import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { CallValue } from '../../preload/contract/bridge.ts';
import { ok, type Result } from '../../preload/contract/failures.ts';
import VerifyExport from '../../renderer/features/exports/VerifyExport.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

type Answer = CallValue<'verifyExport'>;

const verdict = (state: NonNullable<Answer>['state'], message: string): Answer => ({
  ...{ path: '/exports/assets.csv', state, message, sha256: null, expectedSha256: null, rows: null },
  ...{ complete: null, sampleData: null, writtenAt: null },
});

it('a verdict on a file disappears once another is chosen, and stays away if none is', async () => {
  const pending: ((answer: Result<Answer>) => void)[] = [];
  const bridge = bridgeOf({
    verifyExport: () => new Promise((resolve) => pending.push(resolve)),
    cancelRequest: () => Promise.resolve(ok(undefined)),
    onVerifyProgress: () => () => undefined,
  });
  show(ViewAlone, { app: appOf(bridge), view: VerifyExport, props: {} });
  const answer = async (value: Answer): Promise<void> => {
    await expect.poll(() => pending.length).toBe(1);
    pending.pop()?.(ok(value));
  };
  const verify = page.getByRole('button', { name: 'Verify a file…' });
  const status = page.getByRole('status');
  for (const [state, message] of [
    ['unchanged', 'Nothing has changed.'],
    ['changed', 'The file has changed.'],
  ] as const) {
    await verify.click();
    await expect.element(status).not.toBeInTheDocument();
    await answer(verdict(state, message));
    await expect.element(status).toHaveTextContent(message);
  }
  await verify.click();
  await answer(null);
  await expect.element(verify).toBeEnabled();
  await expect.element(status).not.toBeInTheDocument();
});

import { expect, it, vi } from 'vitest';
import { systemTransport } from '../../../../main/desktop/systemTransport.ts';

const net = vi.hoisted(() => ({ fetch: vi.fn(() => Promise.resolve(new Response('of the system'))) }));

vi.mock('electron', () => ({ net }));

it('requests leave by Electron’s network, as they are asked for', async () => {
  const init = {
    method: 'GET',
    headers: { accept: 'application/json' },
    signal: new AbortController().signal,
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  } as const;
  const response = await systemTransport('https://example.com/v4/assets', init);
  expect(await response.text()).toBe('of the system');
  expect(net.fetch.mock.calls).toEqual([['https://example.com/v4/assets', init]]);
});

import { expect, it, vi } from 'vitest';
import { systemTransport } from '../../../../main/electron/systemTransport.ts';

const service = vi.hoisted(() => ({ fetch: vi.fn(() => Promise.resolve(new Response('of the system'))) }));
const session = vi.hoisted(() => ({ fromPartition: vi.fn((_partition: string) => service) }));

vi.mock('electron', () => ({ app: {}, session }));

it('requests leave by Electron’s network, as they are asked for, in a session that is not the window’s and keeps nothing', async () => {
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
  expect(service.fetch.mock.calls).toEqual([['https://example.com/v4/assets', init]]);
  const partitions = session.fromPartition.mock.calls.map(([partition]) => partition);
  // An empty name is the window's session; `persist:` would lie on the disk.
  for (const partition of partitions) expect(partition).toMatch(/^(?!persist:)./);
});

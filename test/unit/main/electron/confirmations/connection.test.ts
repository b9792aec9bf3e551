import { beforeEach, expect, it, vi } from 'vitest';
import { confirmBaseUrl } from '../../../../../main/electron/confirmations/connection.ts';

const system = vi.hoisted(() => ({
  showMessageBox: vi.fn((_box: { detail: string; buttons: string[]; defaultId: number; cancelId: number }) =>
    Promise.resolve({ response: 1 }),
  ),
}));

vi.mock('electron', () => ({ BrowserWindow: { getAllWindows: () => [] }, dialog: system }));

beforeEach(() => {
  system.showMessageBox.mockClear();
});

const stored = { id: 'a', name: 'Stored', baseUrl: 'https://stored.example', sample: false };
const connections = { baseUrl: 'https://policy.example', list: () => Promise.resolve([stored]) };

it.each(['https://api.rwa.xyz', 'https://policy.example', 'https://stored.example'])(
  'asks nothing about %s, which is known',
  async (baseUrl) => {
    expect(await confirmBaseUrl({ baseUrl, key: 'some-key' }, connections)).toBe(false);
    expect(system.showMessageBox).not.toHaveBeenCalled();
  },
);

it.each([
  'https://stored.example.thief.example',
  'https://stored.example/other',
  'https://api.rwa.xyz.thief.example',
])('asks about %s, shows it whole, and proposes no', async (baseUrl) => {
  await expect(confirmBaseUrl({ baseUrl, key: 'some-key-4f9a' }, connections)).rejects.toMatchObject({
    failure: { code: 'canceled' },
  });
  const [box] = system.showMessageBox.mock.calls[0] ?? [];
  expect(box?.detail).toContain(`${baseUrl}\nAPI key: ends in 4f9a\n`);
  expect([box?.buttons[box.defaultId], box?.buttons[box.cancelId]]).toEqual(['Cancel', 'Cancel']);
});

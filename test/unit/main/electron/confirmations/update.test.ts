import { expect, it, vi } from 'vitest';
import { installUpdate } from '../../../../../main/electron/confirmations/update.ts';

const system = vi.hoisted(() => ({
  showMessageBox: vi.fn((_box: { message: string; buttons: string[]; defaultId: number }) =>
    Promise.resolve({ response: 1 }),
  ),
}));

vi.mock('electron', () => ({ BrowserWindow: { getAllWindows: () => [] }, dialog: system }));

const ready = { state: 'ready', version: '2.0.0' } as const;

it('ends the app to install an update only when the user agrees outside of the page', async () => {
  const install = vi.fn(() => Promise.resolve(ready));
  expect(await installUpdate({ state: ready, install })).toBe(ready);
  expect(install).not.toHaveBeenCalled();
  const [box] = system.showMessageBox.mock.calls[0] ?? [];
  expect(box?.message).toContain('2.0.0');
  expect(box?.buttons[box.defaultId]).toBe('Cancel');

  system.showMessageBox.mockResolvedValueOnce({ response: 0 });
  await installUpdate({ state: ready, install });
  expect(install).toHaveBeenCalledOnce();
});

it('asks nothing where no update is ready', async () => {
  system.showMessageBox.mockClear();
  const available = { state: 'available', version: '2.0.0' } as const;
  expect(
    await installUpdate({ state: available, install: () => Promise.reject(new Error('too early')) }),
  ).toBe(available);
  expect(system.showMessageBox).not.toHaveBeenCalled();
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openLink } from '../../../../main/electron/links.ts';

/** Links of records, which are foreign data, on their way to the system. */

const system = vi.hoisted(() => ({
  showMessageBox: vi.fn(
    (_box: { message: string; detail: string; buttons: string[]; defaultId: number; cancelId: number }) =>
      Promise.resolve({ response: 0 }),
  ),
  openExternal: vi.fn((_url: string) => Promise.resolve()),
}));

vi.mock('electron', () => ({
  BrowserWindow: { getAllWindows: () => [] },
  dialog: { showMessageBox: system.showMessageBox },
  shell: { openExternal: system.openExternal },
}));

beforeEach(() => {
  system.showMessageBox.mockClear();
  system.openExternal.mockClear();
});

describe('openLink', () => {
  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'file://host/share',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'smb://host/share',
    '\\\\host\\share',
    'ms-msdt:/id PCWDiagnostic',
    'vscode://file/etc/passwd',
    'mailto:somebody@example.com',
    'app://rwa/',
    'rwa-explorer://open',
    'about:blank',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://',
    'example.com',
    '',
  ])('asks nobody about %j and opens nothing', async (url) => {
    await expect(openLink(url)).rejects.toMatchObject({ failure: { code: 'bad-arguments' } });
    expect(system.showMessageBox).not.toHaveBeenCalled();
    expect(system.openExternal).not.toHaveBeenCalled();
  });

  it('shows where a link goes as the browser will read it, and opens just that', async () => {
    const tricky = 'https://EXAMPLE.com\\@good.example/\u202Egnp.exe?x="><img src=x>';
    expect(await openLink(tricky)).toBe(true);
    const [box] = system.showMessageBox.mock.calls[0] ?? [];
    expect(box?.message).toBe('Open example.com in your browser?');
    expect(box?.detail).not.toMatch(/[\u202E<>"]/);
    expect(system.openExternal.mock.calls).toEqual([[box?.detail]]);
  });

  it('shows a name in another script in the letters of the network', async () => {
    await openLink('https://аpple.com/');
    expect(system.showMessageBox.mock.calls[0]?.[0].message).toBe('Open xn--pple-43d.com in your browser?');
  });

  it('proposes not to open it, to whoever presses a key before reading', async () => {
    await openLink('https://example.com/');
    const [box] = system.showMessageBox.mock.calls[0] ?? [];
    expect(box?.buttons[box.defaultId]).toBe('Cancel');
    expect(box?.buttons[box.cancelId]).toBe('Cancel');
  });

  it('opens nothing when the user does not agree', async () => {
    system.showMessageBox.mockResolvedValueOnce({ response: 1 });
    expect(await openLink('https://example.com/')).toBe(false);
    expect(system.openExternal).not.toHaveBeenCalled();
  });
});

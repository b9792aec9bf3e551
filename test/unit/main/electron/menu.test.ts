import { expect, it, onTestFinished, vi } from 'vitest';
import { developerToolsAllowed, setMenu } from '../../../../main/electron/menu.ts';

const electron = vi.hoisted(() => ({
  packaged: true,
  switches: [] as string[],
  template: '',
}));

vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.packaged;
    },
    commandLine: { hasSwitch: (name: string) => electron.switches.includes(name) },
  },
  Menu: {
    buildFromTemplate: (template: object) => (electron.template = JSON.stringify(template)),
    setApplicationMenu: () => undefined,
  },
}));

it.each([
  ['the installed app', true, [], false],
  ['the installed app with --developer-tools', true, ['developer-tools'], true],
  ['the app from its sources', false, [], true],
])('%s: the menu has developer tools only where they are allowed', (_where, packaged, switches, allowed) => {
  Object.assign(electron, { packaged, switches });
  setMenu(() => undefined, developerToolsAllowed());
  expect(developerToolsAllowed()).toBe(allowed);
  expect(electron.template.includes('toggleDevTools')).toBe(allowed);
});

it.each([
  ['darwin', false],
  ['win32', true],
  ['linux', true],
] as const)('on %s, keys without ⌘ or Ctrl are those of the menu: %s', (platform, shown) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  onTestFinished(() => void vi.restoreAllMocks());
  setMenu(() => undefined, false);
  // macOS takes the keys of a menu from the page, whatever is typed there: Electron cannot show them only.
  for (const keys of ['Alt+Left', 'Shift+/', 'Ctrl+Tab'])
    expect(electron.template.includes(`"accelerator":"${keys}"`), keys).toBe(shown);
  expect(electron.template).toContain('"accelerator":"CmdOrCtrl+K"');
});

it.each(['=', 'numadd', 'numsub'])('Ctrl and %s zooms too, which the keys of the roles are not', (key) => {
  setMenu(() => undefined, false);
  const role = key === 'numsub' ? 'zoomOut' : 'zoomIn';
  expect(electron.template).toContain(
    `"role":"${role}","accelerator":"CommandOrControl+${key}","visible":false`,
  );
});

import { Menu, type MenuItemConstructorOptions, app } from 'electron';
import { commands, type CommandId, type CommandText } from '../../preload/contract/commands.ts';
import { acceleratorOf } from '../platform/system/accelerator.ts';

/**
 * The role's own accelerator is Shift and the key of `+` (`accelerator_util.cc`). It misses `=` alone, `+`
 * without Shift, and the number pad: Electron matches keys exactly.
 */
const moreZoomKeys = (
  [
    ['zoomIn', '='],
    ['zoomIn', 'numadd'],
    ['zoomOut', 'numsub'],
  ] as const
).map(([role, key]) => ({
  role,
  accelerator: `CommandOrControl+${key}`,
  visible: false,
  acceleratorWorksWhenHidden: true,
}));

/**
 * Sets the native menu: the app's commands, and the usual editing, zoom and window commands. The window
 * handles the keys of the app's commands itself; here they are only shown, except on macOS.
 * @param developerTools whether to add an entry for them
 */
export function setMenu(onCommand: (id: CommandId) => void, developerTools: boolean): void {
  const isMac = process.platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };

  const commandsOf = (menu: CommandText['menu']): MenuItemConstructorOptions[] =>
    [...commands]
      .filter(([, command]) => command.menu === menu)
      .map(([id, { title, keys }]) => ({
        label: title,
        // macOS takes every menu key from the page, so only keys with ⌘ are set there.
        ...(keys === undefined || (isMac && !keys.startsWith('Mod+'))
          ? {}
          : { accelerator: acceleratorOf(keys), registerAccelerator: false }),
        click: () => onCommand(id),
      }));

  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: 'File',
      submenu: [
        ...commandsOf('file'),
        ...(isMac ? [] : [separator, { role: 'quit' } satisfies MenuItemConstructorOptions]),
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...commandsOf('view'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        ...moreZoomKeys,
        separator,
        { role: 'togglefullscreen' },
        ...(developerTools ? [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions] : []),
      ],
    },
    { label: 'Go', submenu: commandsOf('go') },
    {
      label: 'Window',
      role: 'window',
      submenu: [{ role: 'minimize' }, ...(isMac ? [{ role: 'front' } as const] : [])],
    },
    { label: 'Help', role: 'help', submenu: commandsOf('help') },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** Installed apps need a switch: pasting a line there can give away what the window shows. */
export function developerToolsAllowed(): boolean {
  return !app.isPackaged || app.commandLine.hasSwitch('developer-tools');
}

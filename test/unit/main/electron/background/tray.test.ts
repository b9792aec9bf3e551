import type { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTrayIcon, type TrayActions } from '../../../../../main/electron/background/tray.ts';

const made = vi.hoisted(() => ({
  last: null as EventEmitter | null,
  menus: [] as Electron.MenuItemConstructorOptions[][],
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return {
    Menu: { buildFromTemplate: (menu: Electron.MenuItemConstructorOptions[]) => made.menus.push(menu) },
    Tray: class extends Emitter {
      constructor() {
        super();
        made.last = this;
      }
      setToolTip = vi.fn();
      setContextMenu = vi.fn();
      setImage = vi.fn();
    },
    nativeImage: {
      createFromBitmap: () => ({ addRepresentation: () => undefined, setTemplateImage: () => undefined }),
    },
  };
});

it.each([
  // `mouseDown` in Electron's `tray_icon_cocoa.mm` reports a click and shows the menu.
  ['darwin', 0],
  ['win32', 1],
  ['linux', 1],
] as const)(
  'on %s a click on the icon opens the window, but where it opens the menu, too: %i',
  (platform, times) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    onTestFinished(() => void vi.restoreAllMocks());
    const open = vi.fn();
    const none = (): void => undefined;
    const actions: TrayActions = {
      open,
      openFeed: none,
      checkNow: none,
      setPaused: none,
      setMetered: none,
      quit: none,
    };
    createTrayIcon(actions).show({
      status: 'quiet',
      tooltip: 'No unread transactions',
      unread: 0,
      paused: false,
      networkIsMetered: false,
      canCheck: true,
    });
    made.last?.emit('click');
    expect(open).toHaveBeenCalledTimes(times);
  },
);

it('has its menu made anew after a click on a switch, also where the setting stays', () => {
  const none = (): void => undefined;
  const tray = createTrayIcon({
    open: none,
    openFeed: none,
    checkNow: none,
    setPaused: none,
    setMetered: none,
    quit: none,
  });
  const state = {
    status: 'quiet',
    tooltip: 'No unread transactions',
    unread: 0,
    paused: false,
    networkIsMetered: false,
    canCheck: true,
  } as const;
  made.menus = [];
  tray.show(state);
  tray.show(state);
  expect(made.menus).toHaveLength(1);
  const pause = made.menus[0]?.find(({ label }) => label === 'Pause watching');
  Reflect.apply(pause?.click ?? none, undefined, []);
  tray.show(state);
  expect(made.menus).toHaveLength(2);
});

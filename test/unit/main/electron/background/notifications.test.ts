import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createNotifications } from '../../../../../main/electron/background/notifications.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

type Activated = (details: { arguments: string }) => void;

const system = vi.hoisted(() => ({
  shown: [] as { toastXml: string; click: () => void; close: (reason: string) => void }[],
  looked: 0,
  activated: null as Activated | null,
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Notification extends Emitter {
    readonly options: { toastXml?: string };

    constructor(options: { toastXml?: string }) {
      super();
      this.options = options;
    }

    get id(): string {
      return Reflect.get(this.options, 'id') as string;
    }

    static isSupported(): boolean {
      system.looked += 1;
      return true;
    }

    static handleActivation(callback: Activated): void {
      system.activated = callback;
    }

    show(): void {
      system.shown.push({
        toastXml: this.options.toastXml ?? '<toast>',
        click: () => this.emit('click'),
        close: (reason) => this.emit('close', { reason }),
      });
    }
  }
  return { Notification };
});

const { execPath } = process;

afterEach(() => {
  process.execPath = execPath;
  vi.restoreAllMocks();
  Object.assign(system, { shown: [], looked: 0, activated: null });
});

/** The app on Windows, installed or unpacked from a zip. */
function onWindows(isInstalled: boolean): void {
  const folder = makeTemporaryFolder('windows');
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  process.execPath = join(folder, 'rwa-explorer.exe');
  if (isInstalled) writeFileSync(join(folder, 'Uninstall rwa-explorer.exe'), '');
}

/** What Windows hands to the app for a click: the `launch` of its XML, nothing where it has none (`HandleToastActivation`). */
function activate(index: number): void {
  const [, launch = ''] = /^<toast launch="([^"]*)"/.exec(system.shown[index]?.toastXml ?? '') ?? [];
  system.activated?.({ arguments: launch.replaceAll('&amp;', '&') });
}

it('one that is clicked opens what raised it, one of an earlier run what there is', () => {
  onWindows(true);
  const opened: string[] = [];
  const notifications = createNotifications({ onFailed: () => undefined, onLost: () => opened.push('feed') });
  notifications.show({ title: 'A', body: 'B' }, () => opened.push('firing'));
  // Windows tells of each click, also where the notification is known.
  activate(0);
  system.shown[0]?.click();
  expect(opened).toEqual(['firing']);
  system.activated?.({ arguments: 'type=click&tag=of-an-earlier-run' });
  expect(opened).toEqual(['firing', 'feed']);
});

it('one that Windows moves to the Action Center still opens what raised it, one that the user closes no longer', () => {
  onWindows(true);
  const opened: string[] = [];
  const notifications = createNotifications({ onFailed: () => undefined, onLost: () => opened.push('feed') });
  for (const name of ['moved', 'closed'])
    notifications.show({ title: name, body: '' }, () => opened.push(name));
  system.shown[0]?.close('timedOut');
  system.shown[1]?.close('userCanceled');
  system.shown[0]?.click();
  activate(0);
  expect(opened).toEqual(['moved']);
  activate(1);
  expect(opened).toEqual(['moved', 'feed']);
});

it('an app from a zip shows none: Electron would point the Start menu at it', () => {
  onWindows(false);
  createNotifications({ onFailed: () => undefined, onLost: () => undefined }).show(
    { title: 'A', body: 'B' },
    () => undefined,
  );
  expect(system).toMatchObject({ looked: 0, shown: [], activated: null });
});

it('one of Windows shows what it says as text', () => {
  onWindows(true);
  createNotifications({ onFailed: () => undefined, onLost: () => undefined }).show(
    { title: 'A & B <b> ]]>', body: '' },
    () => undefined,
  );
  expect(system.shown[0]?.toastXml).toContain('<text>A &amp; B ‹b&gt; ]]&gt;</text></binding>');
});

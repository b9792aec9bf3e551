import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createNotifications } from '../../../../../main/electron/background/notifications.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

type Activated = (details: { arguments: string }) => void;

const system = vi.hoisted(() => ({
  shown: [] as { id: string; click: () => void; close: (reason: string) => void }[],
  looked: 0,
  activated: null as Activated | null,
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Notification extends Emitter {
    readonly id = `id-${(system.shown.length + 1).toString()}`;

    static isSupported(): boolean {
      system.looked += 1;
      return true;
    }

    static handleActivation(callback: Activated): void {
      system.activated = callback;
    }

    show(): void {
      system.shown.push({
        id: this.id,
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

it('one that is clicked opens what raised it, one of an earlier run what there is', () => {
  onWindows(true);
  const opened: string[] = [];
  const notifications = createNotifications({ onFailed: () => undefined, onLost: () => opened.push('feed') });
  notifications.show({ title: 'A', body: 'B' }, () => opened.push('firing'));
  // Windows tells of each click, also where the notification is known.
  system.activated?.({ arguments: 'type=click&tag=id-1' });
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
  system.activated?.({ arguments: 'type=click&tag=id-1' });
  system.shown[0]?.click();
  expect(opened).toEqual(['moved']);
  system.activated?.({ arguments: 'type=click&tag=id-2' });
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

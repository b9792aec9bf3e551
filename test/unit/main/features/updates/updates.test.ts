import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  createUpdates,
  disabledReason,
  type UpdateConditions,
  type Updater,
} from '../../../../../main/features/updates/updates.ts';
import { minuteMs } from '../../../../../preload/contract/days.ts';
import type { UpdateState } from '../../../../../preload/contract/updates.ts';

/** electron-updater itself runs in an installed app alone: its events come from here. */
class StandIn extends EventEmitter implements Updater {
  readonly asked: string[] = [];
  fails = false;

  checkForUpdates(): Promise<unknown> {
    this.asked.push('check');
    return this.fails ? Promise.reject(new Error('no route to the feed')) : Promise.resolve(null);
  }

  download(): Promise<unknown> {
    this.asked.push('download');
    return Promise.resolve([]);
  }

  giveUp(): void {
    this.asked.push('give up');
  }

  quitAndInstall(): void {
    this.asked.push('install');
  }
}

const signedFeed = 'provider: generic\nurl: https://updates.example.com\npublisherName:\n  - Example Ltd\n';
const windows: UpdateConditions = {
  packed: true,
  platform: 'win32',
  policy: { updates: true },
  buildFeed: signedFeed,
};

describe('updates are off', () => {
  it.each([
    ['run from its sources', { packed: false }, 'not-packed'],
    ['by the policy of the computer', { policy: { updates: false } }, 'policy'],
    ['on Linux', { platform: 'linux' }, 'system'],
    ['where the build names no feed, whatever the policy does', { buildFeed: null }, 'no-feed'],
    [
      'where no publisher is named',
      { buildFeed: 'provider: generic\nurl: https://x.example.com\n' },
      'unsigned',
    ],
  ] as const)('%s: nothing is loaded and nothing asked', async (_why, change, reason) => {
    let loaded = 0;
    const updates = createUpdates({
      conditions: { ...windows, ...change },
      load: () => {
        loaded += 1;
        return Promise.resolve(new StandIn());
      },
      mayRequest: () => Promise.resolve(),
      events: new EventEmitter(),
      log: { error: () => undefined, info: () => undefined },
      now: () => 0,
    });
    for (const step of [updates.check, updates.download, updates.install]) {
      expect(await step()).toEqual({ state: 'off', reason });
    }
    expect(loaded).toBe(0);
  });

  it('and on where the signature of an update can be checked', () => {
    expect(disabledReason(windows)).toBeNull();
    expect(disabledReason({ ...windows, platform: 'darwin', buildFeed: 'provider: generic\n' })).toBeNull();
  });
});

describe('an update', () => {
  function open(mayRequest = (): Promise<void> => Promise.resolve()) {
    const updater = new StandIn();
    const told: UpdateState[] = [];
    const faults: unknown[] = [];
    const events: AppEvents = new EventEmitter();
    const updates = createUpdates({
      conditions: windows,
      load: () => Promise.resolve(updater),
      mayRequest,
      events: events.on('updateChanged', (state) => told.push(state)),
      log: { error: (_where, error) => faults.push(error), info: () => undefined },
      now: () => 7,
    });
    return { updates, updater, told, faults };
  }

  it('is looked for, downloaded and installed step by step, each on request', async () => {
    const { updates, updater } = open();
    expect(updates.state).toEqual({ state: 'current', checkedAt: null });
    await updates.download();
    await updates.install();
    expect(updater.asked).toEqual([]);
    await updates.check();
    updater.emit('update-available', { version: '0.2.0' });
    expect(updates.state).toEqual({ state: 'available', version: '0.2.0' });
    await updates.install();
    await updates.download();
    updater.emit('download-progress', { percent: 41.5 });
    expect(updates.state).toEqual({ state: 'downloading', version: '0.2.0', percent: 41.5 });
    updater.emit('update-downloaded', { version: '0.2.0' });
    await updates.install();
    // macOS takes its time: asked again it would say that the update failed.
    expect(updates.state).toEqual({ state: 'installing', version: '0.2.0' });
    await updates.install();
    expect(updater.asked).toEqual(['check', 'download', 'install']);
    updater.emit('error', new Error('not signed'));
    expect(updates.state).toEqual({ state: 'failed' });
  });

  it('is not looked for past a proxy that could not be set', async () => {
    const { updates, updater } = open(() => Promise.reject(new Error('no such proxy')));
    expect(await updates.check()).toEqual({ state: 'failed' });
    expect(updater.asked).toEqual([]);
  });

  it('that is missing is reported with the time of the check', async () => {
    const { updates, updater, told } = open();
    await updates.check();
    updater.emit('update-not-available');
    expect(told).toEqual([{ state: 'checking' }, { state: 'current', checkedAt: 7 }]);
  });

  it('that fails is written down, and can be looked for again', async () => {
    const { updates, updater, faults } = open();
    updater.fails = true;
    expect(await updates.check()).toEqual({ state: 'failed' });
    expect(faults).toHaveLength(1);
    updater.fails = false;
    await updates.check();
    updater.emit('update-available', { version: '0.2.0' });
    await updates.download();
    // The signature did not fit: electron-updater tells by its event.
    updater.emit('error', new Error('not signed by the application owner'));
    expect(updates.state).toEqual({ state: 'failed' });
  });
});

describe('a feed that falls silent', () => {
  it.each(['check', 'download'] as const)(
    'fails a %s after two minutes, and not while something arrives',
    async (step) => {
      vi.useFakeTimers();
      const standIn = new StandIn();
      // As electron-updater: whoever asks again is handed the same promise until it is told to give it up.
      let pending: PromiseWithResolvers<never> | null = null;
      let begun = 0;
      const silence = (): Promise<never> => {
        if (pending !== null) return pending.promise;
        begun += 1;
        pending = Promise.withResolvers<never>();
        return pending.promise;
      };
      standIn.giveUp = () => {
        pending = null;
      };
      const updates = createUpdates({
        conditions: windows,
        load: () => Promise.resolve(standIn),
        mayRequest: () => Promise.resolve(),
        events: new EventEmitter(),
        log: { error: () => undefined, info: () => undefined },
        now: () => 0,
      });
      try {
        if (step === 'download') {
          await updates.check();
          standIn.emit('update-available', { version: '2.0.0' });
          standIn.download = silence;
        } else standIn.checkForUpdates = silence;
        const stepping = updates[step]();
        await vi.advanceTimersByTimeAsync(110_000);
        if (step === 'download') standIn.emit('download-progress', { percent: 50 });
        await vi.advanceTimersByTimeAsync(step === 'check' ? 9000 : 119_000);
        expect(updates.state).toMatchObject({ state: step === 'check' ? 'checking' : 'downloading' });
        await vi.advanceTimersByTimeAsync(1000);
        expect(await stepping).toEqual({ state: 'failed' });
        // The next try is one of its own.
        if (step === 'download') {
          await updates.check();
          standIn.emit('update-available', { version: '2.0.0' });
        }
        const again = updates[step]();
        await vi.advanceTimersByTimeAsync(minuteMs);
        expect(begun).toBe(2);
        await vi.advanceTimersByTimeAsync(minuteMs);
        expect(await again).toEqual({ state: 'failed' });
      } finally {
        vi.useRealTimers();
      }
    },
  );
});

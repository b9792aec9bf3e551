import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minuteMs } from '../../../preload/contract/days.ts';
import type { UpdateState } from '../../../preload/contract/updates.ts';
import type { Policy } from '../../../preload/contract/policy.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import type { Log } from '../../platform/log/log.ts';

type OffReason = Extract<UpdateState, { state: 'off' }>['reason'];

export interface UpdateConditions {
  readonly packed: boolean;
  readonly platform: NodeJS.Platform;
  readonly policy: Pick<Policy, 'updates'>;
  /** `app-update.yml` beside the app; null if the build names no feed. */
  readonly buildFeed: string | null;
}

export interface Updater {
  on(event: 'update-available' | 'update-downloaded', listener: (info: { version: string }) => void): unknown;
  on(event: 'update-not-available', listener: () => void): unknown;
  on(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<unknown>;
  download(): Promise<unknown>;
  giveUp(): void;
  quitAndInstall(): void;
}

interface UpdatesOptions {
  readonly conditions: UpdateConditions;
  /** Loads the updater, set to the feed. Never called while updates are off. */
  readonly load: () => Promise<Updater>;
  readonly mayRequest: () => Promise<void>;
  readonly events: AppEvents;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly now: () => number;
}

export type Updates = ReturnType<typeof createUpdates>;

/** Updates need a signer check: macOS always, Windows if the build names the publisher, Linux never. */
export function disabledReason({ packed, platform, policy, buildFeed }: UpdateConditions): OffReason | null {
  if (!packed) return 'not-packed';
  if (!policy.updates) return 'policy';
  if (platform !== 'darwin' && platform !== 'win32') return 'system';
  // A policy replaces the build's feed, but electron-updater still needs the build's other values.
  if (buildFeed === null) return 'no-feed';
  return platform === 'win32' && !/^publisherName:/m.test(buildFeed) ? 'unsigned' : null;
}

/** Milliseconds without progress. electron-updater's own limit needs a socket; Electron has none. */
const silentMs = 2 * minuteMs;

export function createUpdates({ conditions, load, mayRequest, events, log, now }: UpdatesOptions) {
  const off = disabledReason(conditions);
  let state: UpdateState =
    off === null ? { state: 'current', checkedAt: null } : { state: 'off', reason: off };
  let updater: Promise<Updater> | undefined;
  let silent: NodeJS.Timeout | undefined;

  function become(next: UpdateState): UpdateState {
    state = next;
    events.emit('updateChanged', next);
    return next;
  }

  function failed(error: unknown): UpdateState {
    log.error('update', error);
    return become({ state: 'failed' });
  }

  async function open(): Promise<Updater> {
    const opened = await load();
    opened.on('update-available', ({ version }) => become({ state: 'available', version }));
    opened.on('update-not-available', () => become({ state: 'current', checkedAt: now() }));
    opened.on('update-downloaded', ({ version }) => become({ state: 'ready', version }));
    opened.on('download-progress', ({ percent }) => {
      silent?.refresh();
      if (state.state === 'downloading') become({ ...state, percent: Math.min(100, Math.max(0, percent)) });
    });
    opened.on('error', failed);
    return opened;
  }

  async function step(
    from: readonly UpdateState['state'][],
    entering: UpdateState,
    work: (updater: Updater) => Promise<unknown>,
  ): Promise<UpdateState> {
    if (!from.includes(state.state)) return state;
    become(entering);
    try {
      // A later failure keeps the updater: loading it again would add its listeners twice.
      updater ??= open().catch((error: unknown) => {
        updater = undefined;
        throw error;
      });
      await work(await updater);
      return state;
    } catch (error) {
      return failed(error);
    }
  }

  const requesting =
    (work: (updater: Updater) => Promise<unknown>) =>
    async (loaded: Updater): Promise<unknown> => {
      await mayRequest();
      const silence = Promise.withResolvers<never>();
      silent = setTimeout(() => {
        silence.reject(new Error('The update feed does not answer.'));
        loaded.giveUp();
      }, silentMs);
      return Promise.race([work(loaded), silence.promise]).finally(() => {
        clearTimeout(silent);
      });
    };

  return {
    get state(): UpdateState {
      return state;
    },
    check: () =>
      step(
        ['current', 'failed'],
        { state: 'checking' },
        requesting((loaded) => loaded.checkForUpdates()),
      ),
    download: () =>
      state.state === 'available'
        ? step(
            ['available'],
            { ...state, state: 'downloading', percent: 0 },
            requesting((loaded) => loaded.download()),
          )
        : Promise.resolve(state),
    install: () =>
      state.state === 'ready'
        ? step(['ready'], { ...state, state: 'installing' }, (loaded) => {
            log.info('An update is installed.');
            loaded.quitAndInstall();
            return Promise.resolve();
          })
        : Promise.resolve(state),
  };
}

/** Returns the name of a build's files in a feed: Intel Macs have their own. */
export function updateChannel({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'>): string {
  return platform === 'darwin' && arch === 'x64' ? 'latest-intel' : 'latest';
}

export function readBuildFeed(resourcesFolder: string | undefined): string | null {
  if (resourcesFolder === undefined) return null;
  try {
    return readFileSync(join(resourcesFolder, 'app-update.yml'), 'utf8');
  } catch {
    return null;
  }
}

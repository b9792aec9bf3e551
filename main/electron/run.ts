import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Session } from '../../preload/contract/bridge.ts';
import type { Policy } from '../../preload/contract/policy.ts';
import { openCrashes, type Crashes } from '../platform/crash/crashes.ts';
import { logLevelSchema, openLog, type Log } from '../platform/log/log.ts';
import { makePrivateFolder } from '../platform/system/privateFolder.ts';
import { createUpdates, readBuildFeed, type Updates } from '../features/updates/updates.ts';
import { guardAgainstCrashes, type CrashGuard } from './crashGuard.ts';
import { isInstalled } from '../platform/system/installation.ts';
import { loadElectronUpdater, mayRequestUpdates } from './electronUpdater.ts';
import type { AppEvents } from '../platform/appEvents.ts';
import { createAppEvents } from './events.ts';
import { versions } from './versions.ts';

/** State of this run of the app, from start to exit. */
export interface Run {
  readonly log: Log;
  readonly events: AppEvents;
  readonly crashes: Crashes;
  readonly guard: CrashGuard;
  readonly policy: Policy;
  readonly safeMode: Session['safeMode'];
  readonly updates: Updates;
  /** Messages to show once, besides those of the store. */
  notices(): string[];
}

export function beginRun(userDataFolder: string, policy: Policy): Run {
  const openFolders = tightenFolders(userDataFolder);
  const log = openLog({
    folder: join(userDataFolder, 'logs'),
    level: logLevelSchema.parse(app.commandLine.getSwitchValue('app-log-level')),
  });
  const crashes = openCrashes({
    folder: join(userDataFolder, 'crashes'),
    now: Date.now,
    about: Object.entries(versions()).map(([name, version]) => `${name}: ${version}`),
  });
  const events = createAppEvents();
  events.on('backgroundError', log.error);
  events.on('metadataUnreadable', log.info);
  events.on('jobChanged', ({ kind, failure }) => {
    if (failure !== null) log.failure(`job ${kind}`, failure);
  });
  const safeMode = safeModeOf(crashes.safeMode);
  const guard = guardAgainstCrashes({ crashes, log, inSafeMode: () => safeMode !== null });
  const withoutSandbox = sandboxNotice();
  for (const sentence of withoutSandbox) log.info(sentence);
  if (app.commandLine.hasSwitch('remote-debugging-port')) {
    log.info(windowIsOpen);
    process.stderr.write(`${windowIsOpen}\n`);
  }
  log.info(`Version ${app.getVersion()} starts${safeMode === null ? '' : ` in safe mode (${safeMode})`}.`);
  return {
    log,
    events,
    crashes,
    guard,
    policy,
    safeMode,
    updates: createUpdates({
      conditions: {
        packed: app.isPackaged,
        platform: process.platform,
        policy,
        buildFeed: app.isPackaged && isInstalled() ? readBuildFeed(process.resourcesPath) : null,
      },
      load: () => loadElectronUpdater(policy),
      mayRequest: mayRequestUpdates,
      events,
      log,
      now: Date.now,
    }),
    notices: () => [
      ...openFolders,
      ...withoutSandbox,
      ...(policy.problem === null ? [] : [policy.problem]),
      ...(crashes.notice === null ? [] : [crashes.notice]),
      ...guard.notices,
    ],
  };
}

function tightenFolders(userDataFolder: string): string[] {
  return ['logs', 'crashes', 'icons', 'sample']
    .map((name) => join(userDataFolder, name))
    .flatMap((folder) => (existsSync(folder) ? (makePrivateFolder(folder) ?? []) : []));
}

/** A warning if Chromium runs without its sandbox, as AppImages do on some systems. */
function sandboxNotice(): string[] {
  return app.commandLine.hasSwitch('no-sandbox')
    ? [
        'Chromium’s sandbox is off (--no-sandbox). Install the app as a package of your system, or allow programs to use user namespaces.',
      ]
    : [];
}

/** Chromium prints where it listens, but not that the port has no password. */
const windowIsOpen =
  '--remote-debugging-port opens the window to all users and programs of this computer. Leave it out where you are not the only one.';

function safeModeOf(crashedTwice: boolean): Session['safeMode'] {
  if (app.commandLine.hasSwitch('safe-mode')) return 'requested';
  return crashedTwice ? 'crashes' : null;
}

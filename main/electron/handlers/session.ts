import { app } from 'electron';
import type { Session } from '../../../preload/contract/bridge.ts';
import type { sessionCalls } from '../../../preload/contract/session.ts';
import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { refuseForeignBaseUrl } from '../../platform/policy/enforce.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import {
  confirmBaseUrl,
  confirmForgottenKey,
  confirmKey,
  confirmProxyLogin,
} from '../confirmations/connection.ts';
import { confirmSettings } from '../confirmations/settings.ts';
import { relaunch } from '../relaunch.ts';
import { forgetProxyLogins, signInTargets } from '../systemTransport.ts';
import type { HandlerContext } from './context.ts';

/** Connections, keys and settings. `onSessionChanged` is called with the session to show. */
export function sessionHandlers(
  { services, userDataFolder, run }: HandlerContext,
  onSessionChanged: (session: Session) => void,
): HandlersOf<typeof sessionCalls> {
  const { connections } = services;

  async function readSession(): Promise<Session> {
    const activeConnectionId = await connections.readActive();
    // Resumes unfinished syncs. The connection's views report a failure.
    if (activeConnectionId !== null) services.syncs(activeConnectionId).catch(() => undefined);
    const [list, key] = await Promise.all([
      connections.list(),
      activeConnectionId === null ? null : connections.keyStatus(activeConnectionId),
    ]);
    // Not awaited: readers of the visit wait for it. If it cannot be written, the previous visit stays.
    if (activeConnectionId !== null) services.visits.begin(activeConnectionId).catch(() => undefined);
    return {
      version: app.getVersion(),
      connections: list,
      activeConnectionId,
      key,
      settings: services.readSettings(),
      userDataFolder,
      notices: [...services.store.notices, ...run.notices()],
      policy: run.policy,
      safeMode: run.safeMode,
    };
  }

  async function baseUrlInUse(): Promise<string> {
    const active = await connections.readActive();
    const used = (await connections.list()).find(({ id }) => id === active && id !== sampleConnectionId);
    return used?.baseUrl ?? run.policy.baseUrl;
  }

  async function changedSession(): Promise<Session> {
    const session = await readSession();
    onSessionChanged(session);
    return session;
  }

  return {
    getSession: readSession,
    async exploreSampleData() {
      await connections.startSample();
      await connections.activate(sampleConnectionId);
      return changedSession();
    },
    async connect({ baseUrl, key }) {
      refuseForeignBaseUrl(run.policy, baseUrl);
      const isAgreed = await confirmBaseUrl({ baseUrl, key }, connections);
      await confirmKey({ baseUrl, key }, connections, isAgreed);
      await connections.connect(baseUrl, key);
      return changedSession();
    },
    async setActiveConnection({ connectionId }) {
      await connections.activate(connectionId);
      return changedSession();
    },
    async forgetKey({ connectionId }) {
      await confirmForgottenKey(await connections.nameOf(connectionId));
      await connections.forgetKey(connectionId);
      return changedSession();
    },
    restartNormally() {
      // The window offers this only in safe mode; otherwise no page may end the app.
      if (run.safeMode === null) return;
      relaunch({ without: ['--safe-mode'] });
      app.quit();
    },
    async signInToProxy({ login }) {
      const { proxy } = services.readSettings();
      const proxies = login === null ? [] : await signInTargets(proxy, await baseUrlInUse());
      await confirmProxyLogin(login, proxies);
      await services.signInToProxy(login, proxies);
      await forgetProxyLogins();
    },
    async setSettings(change) {
      await confirmSettings(change, services.readSettings());
      await services.changeSettings(change);
      return changedSession();
    },
  };
}

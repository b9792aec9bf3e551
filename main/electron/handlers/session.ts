import { app } from 'electron';
import type { Session } from '../../../preload/contract/bridge.ts';
import type { sessionCalls } from '../../../preload/contract/session.ts';
import { sampleConnectionId } from '../../../preload/contract/connections.ts';
import { refuseForeignBaseUrl } from '../../platform/policy/enforce.ts';
import type { HandlersOf } from '../../platform/calls/callHandlers.ts';
import { confirmBaseUrl } from '../newBaseUrl.ts';
import { confirmKey, confirmProxyLogin, signInTargets } from '../newSecret.ts';
import { confirmSettings } from '../newSettings.ts';
import { confirmForgottenKey } from '../removals.ts';
import { relaunch } from '../relaunch.ts';
import { forgetProxyLogins } from '../systemTransport.ts';
import type { HandlerContext } from './context.ts';

/** Connections, their keys, and the settings. `onSessionChanged` is called with the session that the window is to show. */
export function sessionHandlers(
  { services, userDataFolder, run }: HandlerContext,
  onSessionChanged: (session: Session) => void,
): HandlersOf<typeof sessionCalls> {
  const { connections } = services;

  async function readSession(): Promise<Session> {
    const activeConnectionId = await connections.readActive();
    // What was left unfinished resumes; its failure is reported where the connection is used.
    if (activeConnectionId !== null) services.syncs(activeConnectionId).catch(() => undefined);
    const [list, key] = await Promise.all([
      connections.list(),
      activeConnectionId === null ? null : connections.keyStatus(activeConnectionId),
    ]);
    // Written behind: who asks for the visit waits for it. Where nothing can be written, the one before stays.
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
      // The window offers it in safe mode alone: no page ends the app otherwise.
      if (run.safeMode === null) return;
      // A safe mode that was requested is not requested again.
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

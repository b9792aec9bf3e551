import { app, session, type Session } from 'electron';

/**
 * Keeps every session from contacting hosts, telling them who the user is, and prompting users. Each starts a spell checker of its own, which fetches a dictionary from
 * Chromium's makers whatever the preferences of its windows say (`Session::Session` in Electron's `electron_api_session.cc`); an
 * empty list of languages alone falls back to English (`docs/api/session.md`, `getSpellCheckerLanguages`), so the address leads
 * nowhere as well. To be called before the app is ready: sessions are made from then on.
 */
export function silenceSessions(): void {
  app.on('session-created', (created) => {
    created.setSpellCheckerEnabled(false);
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerDictionaryDownloadURL('data:,');
  });
  // Any host that asks would be sent the first certificate of the user, with a name and an employer (`App::SelectClientCertificate`).
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
}

/** Nobody listens there: a port that only the system itself may use. */
const deadEnd = '127.0.0.1:1';
const networkSchemes = ['http', 'https', 'ws', 'wss'];

/**
 * Closes the network to the window: its pages come by the app's own protocol, everything else goes by main. Requests are cancelled,
 * and what is no request, such as WebRTC, is handed to a proxy that is not there. To be called once the app is ready.
 */
export async function closeWindowNetwork(): Promise<void> {
  const { defaultSession } = session;
  const urls = networkSchemes.map((scheme) => `${scheme}://*/*`);
  defaultSession.webRequest.onBeforeRequest({ urls }, (_request, answer) => answer({ cancel: true }));
  await defaultSession.setProxy({
    mode: 'fixed_servers',
    proxyRules: deadEnd,
    proxyBypassRules: '<-loopback>',
  });
}

/**
 * The session of the app's own requests: apart from that of the window, in memory, without cookies or cache. It takes the system's
 * certificates, and the system's proxy unless the settings name another (`applyProxy`).
 */
export function serviceSession(): Session {
  return session.fromPartition('service', { cache: false });
}

/** The session in which electron-updater looks for updates. Rule: `NET_SESSION_NAME` in its `electronHttpExecutor.ts`. */
export function updateSession(): Session {
  return session.fromPartition('electron-updater', { cache: false });
}

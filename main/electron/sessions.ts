import { app, session, type Session } from 'electron';

/**
 * Keeps every session from contacting hosts, identifying the user or prompting. Each session starts a spell
 * checker that fetches a dictionary whatever the window's preferences (`Session::Session` in Electron's
 * `electron_api_session.cc`). An empty language list falls back to English (`docs/api/session.md`,
 * `getSpellCheckerLanguages`), so the download address leads nowhere as well. Call before the app is ready:
 * sessions are made from then on.
 */
export function silenceSessions(): void {
  app.on('session-created', (created) => {
    created.setSpellCheckerEnabled(false);
    created.setSpellCheckerLanguages([]);
    created.setSpellCheckerDictionaryDownloadURL('data:,');
  });
  // The default identifies the user to any host that asks (`App::SelectClientCertificate`).
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
}

/** A port that only the system may use; nothing listens there. */
const deadEnd = '127.0.0.1:1';
const networkSchemes = ['http', 'https', 'ws', 'wss'];

/**
 * Blocks the window's network: pages use the app's protocol, and main sends all requests. Requests are
 * canceled, and other traffic, such as WebRTC, goes to a proxy that does not exist. Call once the app is
 * ready.
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

/** In memory, apart from the window's, without cookies or cache. See `applyProxy`. */
export function serviceSession(): Session {
  return session.fromPartition('service', { cache: false });
}

/** The session of electron-updater. Rule: `NET_SESSION_NAME` in its `electronHttpExecutor.ts`. */
export function updateSession(): Session {
  return session.fromPartition('electron-updater', { cache: false });
}

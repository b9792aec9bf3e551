import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindowNetwork, silenceSessions } from '../../../../main/electron/sessions.ts';

/** What Electron is told of its sessions; that it keeps to it is seen in `test/security/network.spec.ts` and `test/e2e/idle.spec.ts`. */

interface Filter {
  urls: string[];
}
type Listener = (request: object, answer: (response: object) => void) => void;

const told = vi.hoisted(() => ({
  created: [] as ((session: object) => void)[],
  canceled: undefined as { filter: Filter; listener: Listener } | undefined,
  proxy: undefined as Electron.ProxyConfig | undefined,
}));

vi.mock('electron', () => ({
  app: {
    on: (name: string, listener: (session: object) => void) => {
      if (name === 'session-created') told.created.push(listener);
    },
  },
  session: {
    defaultSession: {
      webRequest: {
        onBeforeRequest: (filter: Filter, listener: Listener) => (told.canceled = { filter, listener }),
      },
      setProxy: (config: Electron.ProxyConfig) => Promise.resolve((told.proxy = config)),
    },
  },
}));

beforeEach(() => {
  told.created.length = 0;
});

describe('a session that is made', () => {
  it('has no spell checker, no language, and no address to fetch a dictionary from', () => {
    silenceSessions();
    const created = {
      setSpellCheckerEnabled: vi.fn(),
      setSpellCheckerLanguages: vi.fn(),
      setSpellCheckerDictionaryDownloadURL: vi.fn<(url: string) => void>(),
    };
    for (const listener of told.created) listener(created);
    expect(created.setSpellCheckerEnabled.mock.calls).toEqual([[false]]);
    expect(created.setSpellCheckerLanguages.mock.calls).toEqual([[[]]]);
    const [[address = ''] = []] = created.setSpellCheckerDictionaryDownloadURL.mock.calls;
    expect([new URL(address).host, new URL(address).protocol]).toEqual(['', 'data:']);
  });
});

describe('the window’s network', () => {
  it('ends every request that is not the app’s own, and what is no request at a proxy that is not there', async () => {
    await closeWindowNetwork();
    const answers: object[] = [];
    told.canceled?.listener({}, (answer) => answers.push(answer));
    expect(answers).toEqual([{ cancel: true }]);
    expect(told.canceled?.filter.urls).toEqual(['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*']);
    expect(told.proxy).toMatchObject({ mode: 'fixed_servers', proxyBypassRules: '<-loopback>' });
  });
});

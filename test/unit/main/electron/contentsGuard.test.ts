import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { denyPermissions, guardContents } from '../../../../main/electron/contentsGuard.ts';

/** What main answers when a page wants out, for the ways that the Chromium shell does not have: webviews, frames, redirects. */

type Handlers = Record<'request' | 'check', (...args: unknown[]) => unknown> & {
  download(event: { preventDefault(): void }): void;
};

const electron = vi.hoisted(() => ({ created: [] as ((event: unknown, contents: unknown) => void)[] }));
const handlers = vi.hoisted((): Partial<Handlers> => ({}));

vi.mock('electron', () => ({
  app: {
    on: (_name: string, listener: (event: unknown, contents: unknown) => void) =>
      electron.created.push(listener),
  },
  session: {
    defaultSession: {
      on: (_name: string, listener: Handlers['download']) => (handlers.download = listener),
      setPermissionRequestHandler: (handler: Handlers['request']) => (handlers.request = handler),
      setPermissionCheckHandler: (handler: Handlers['check']) => (handlers.check = handler),
    },
  },
}));

class Contents extends EventEmitter {
  openHandler: ((details: { url: string }) => { action: string }) | undefined;

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }

  webRtcPolicy: string | undefined;

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }

  /** Whether the app lets it happen. */
  lets(name: string, url: string): boolean {
    const preventDefault = vi.fn();
    this.emit(name, { url, preventDefault });
    return preventDefault.mock.calls.length === 0;
  }
}

guardContents();
denyPermissions();
const contents = new Contents();
for (const listener of electron.created) listener({}, contents);

const foreign = [
  'https://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'app://rwa.example.com/',
  'app://other/',
  'about:blank',
];

describe('a page', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('stays in the app at %s', (name) => {
    expect(foreign.filter((url) => contents.lets(name, url))).toEqual([]);
    expect(contents.lets(name, 'app://rwa/')).toBe(true);
  });

  it('attaches no webview, whatever is in it', () => {
    expect(contents.lets('will-attach-webview', 'https://example.com/')).toBe(false);
    expect(contents.lets('will-attach-webview', 'app://rwa/')).toBe(false);
  });

  it('sends no datagram by WebRTC', () => {
    expect(contents.webRtcPolicy).toBe('disable_non_proxied_udp');
  });

  it('opens no window', () => {
    expect([...foreign, 'app://rwa/'].map((url) => contents.openHandler?.({ url }).action)).toEqual(
      Array(foreign.length + 1).fill('deny'),
    );
  });

  it('downloads nothing', () => {
    const preventDefault = vi.fn();
    handlers.download?.({ preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
  });

  it('is given no permission, asked or checked', () => {
    for (const permission of ['media', 'geolocation', 'notifications', 'openExternal', 'hid', 'a new one']) {
      const answer = vi.fn();
      handlers.request?.(contents, permission, answer);
      expect(answer.mock.calls).toEqual([[false]]);
      expect(handlers.check?.(contents, permission)).toBe(false);
    }
  });
});

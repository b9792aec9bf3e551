import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallName } from '../../../../preload/contract/bridge.ts';
import { callChannel } from '../../../../preload/contract/channels.ts';
import { callNames } from '../../../../preload/contract/names.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { CallHandlers } from '../../../../main/platform/calls/answerCall.ts';
import { handleCalls } from '../../../../main/electron/ipc.ts';

/** Calls as they reach main, from frames that no test of the whole window can make. */

type Handler = (event: unknown, argument?: unknown) => Promise<unknown>;

const registered = vi.hoisted(() => new Map<string, Handler>());

vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, handler: Handler) => registered.set(channel, handler) },
  BrowserWindow: { getAllWindows: () => [] },
}));

const appPage = { url: 'app://rwa/', parent: null };
const done = vi.fn((): Promise<unknown> => Promise.resolve('done'));
const onFault = vi.fn();

function ask(name: CallName, senderFrame: unknown, argument?: unknown): Promise<unknown> {
  const handler = registered.get(callChannel(name));
  if (handler === undefined) throw new Error(`Nobody answers ${name}.`);
  return handler({ senderFrame }, argument);
}

beforeEach(() => {
  registered.clear();
  done.mockReset().mockResolvedValue('done');
  onFault.mockReset();
  const handlers = Object.fromEntries(callNames.map((name) => [name, done])) as unknown as CallHandlers;
  handleCalls(Promise.resolve(handlers), { error: onFault, failure: () => undefined }, () => undefined);
});

describe('a call', () => {
  it('is refused to every frame but the app’s own page, whichever call it is', async () => {
    const foreign = [
      null,
      { url: 'https://example.com/', parent: null },
      { url: 'file:///tmp/index.html', parent: null },
      { url: 'app://rwa.example.com/', parent: null },
      { url: 'app://other/', parent: null },
      { url: 'http://rwa/', parent: null },
      { url: 'about:blank', parent: null },
      { url: 'data:text/html,app://rwa/', parent: null },
      { url: '', parent: null },
      { url: 'about:blank', parent: appPage },
      { url: 'app://rwa/', parent: appPage },
    ];
    for (const name of callNames) {
      for (const frame of foreign) {
        expect(await ask(name, frame), name).toEqual({
          ok: false,
          failure: { code: 'bad-arguments', message: 'This page may not use the app.' },
        });
      }
    }
    expect(done).not.toHaveBeenCalled();
  });

  it('reaches its handler from the app’s own page', async () => {
    for (const frame of [appPage, { url: 'app://rwa/index.html#/assets', parent: null }])
      expect(await ask('getSession', frame)).toEqual({ ok: true, value: 'done' });
  });

  it('is refused with arguments that do not fit, before its handler', async () => {
    expect(await ask('openLink', appPage, { url: 7 })).toMatchObject({
      ok: false,
      failure: { code: 'bad-arguments', detail: 'openLink.url' },
    });
    expect(done).not.toHaveBeenCalled();
  });

  it('reveals nothing of an unexpected error to the page', async () => {
    done.mockRejectedValue(new Error('/home/somebody/secret.db is locked'));
    const answer = await ask('getSession', appPage);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(onFault).toHaveBeenCalledOnce();
  });

  it('returns an expected failure as it is', async () => {
    done.mockRejectedValue(new FailureError({ code: 'not-found', message: 'Gone.' }));
    expect(await ask('getSession', appPage)).toEqual({
      ok: false,
      failure: { code: 'not-found', message: 'Gone.' },
    });
  });
});

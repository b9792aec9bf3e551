import type { Codec } from '../codec.ts';
import type { FromPage, ToPage } from './messages.ts';

type Listener = (event: { sender: undefined }, ...args: unknown[]) => void;

export interface PageIpcRenderer {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  send(channel: string, ...args: unknown[]): void;
  on(channel: string, listener: Listener): PageIpcRenderer;
  removeListener(channel: string, listener: Listener): PageIpcRenderer;
}

/**
 * `ipcRenderer` in the page. Evaluated there as text, so it uses nothing from outside itself.
 * `send` hands text to the main process; `receive` takes the main process's text.
 */
export function makeIpcRenderer(
  codec: Codec,
  send: (text: string) => void,
): { ipcRenderer: PageIpcRenderer; tell: (message: FromPage) => void; receive: (text: string) => void } {
  interface Call {
    resolve: (value: unknown) => void;
    reject: (error: Error) => void;
  }
  const calls = new Map<string, Call>();
  const listeners = new Map<string, Listener[]>();
  // An answer to a page that has since been left must not meet a call of the page that followed.
  const document = String(Math.random());
  let lastCall = 0;

  const tell = (message: FromPage): void => {
    send(codec.encode(message));
  };

  const finish = (callId: string): Call | undefined => {
    const call = calls.get(callId);
    calls.delete(callId);
    return call;
  };

  const receive = (text: string): void => {
    const message = codec.decode(text) as ToPage;
    if (message[0] === 'result') finish(message[1])?.resolve(message[2]);
    else if (message[0] === 'error') finish(message[1])?.reject(new Error(message[2]));
    else
      for (const listener of [...(listeners.get(message[1]) ?? [])])
        listener({ sender: undefined }, ...message[2]);
  };

  const ipcRenderer: PageIpcRenderer = {
    async invoke(channel, ...args) {
      lastCall += 1;
      const callId = `${document} ${String(lastCall)}`;
      return new Promise((resolve, reject) => {
        tell(['invoke', callId, channel, args]);
        calls.set(callId, { resolve, reject });
      });
    },
    send(channel, ...args) {
      tell(['send', channel, args]);
    },
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    removeListener(channel, listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((one) => one !== listener),
      );
      return ipcRenderer;
    },
  };
  return { ipcRenderer, tell, receive };
}

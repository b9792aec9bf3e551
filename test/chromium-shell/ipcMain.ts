import type { Codec } from './codec.ts';
import { ElectronObject, electronName } from './lacking.ts';
import type { ToPage } from './page/messages.ts';
import type { IpcMainInvokeEvent, MessageOfPage, MessageReceiver } from './webContents.ts';

type Handler = (event: IpcMainInvokeEvent, ...args: never[]) => unknown;
type Listener = (event: IpcMainInvokeEvent, ...args: never[]) => void;
type Called = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

/** `ipcMain`: what answers the pages' `ipcRenderer`. */
export class IpcMain extends ElectronObject implements MessageReceiver {
  readonly [electronName] = 'electron.ipcMain';
  private readonly handlers = new Map<string, Handler>();
  private readonly listeners = new Map<string, Listener[]>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.handlers.set(channel, handler);
  }

  on(channel: string, listener: Listener): this {
    this.listeners.set(channel, [...(this.listeners.get(channel) ?? []), listener]);
    return this;
  }

  off(channel: string, listener: Listener): this {
    this.listeners.set(
      channel,
      (this.listeners.get(channel) ?? []).filter((one) => one !== listener),
    );
    return this;
  }

  /** Takes a message of a page and returns what the page is to be told, if anything. For the shell, not for the app. */
  async receive(
    event: IpcMainInvokeEvent,
    message: MessageOfPage,
    codec: Codec,
  ): Promise<string | undefined> {
    if (message[0] === 'send') {
      const [, channel, args] = message;
      for (const listener of this.listeners.get(channel) ?? []) (listener as Called)(event, ...args);
      return undefined;
    }
    const [, callId, channel, args] = message;
    const tell = (answer: ToPage): string => codec.encode(answer);
    try {
      const handler = this.handlers.get(channel) as Called | undefined;
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      return tell(['result', callId, await handler(event, ...args)]);
    } catch (error) {
      process.stderr.write(`Error occurred in handler for '${channel}': ${readable(error)}\n`);
      return tell(['error', callId, `Error invoking remote method '${channel}': ${String(error)}`]);
    }
  }
}

function readable(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import type { Readable, Writable } from 'node:stream';
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';

export type { Protocol };

type Commands = Protocol.CommandParameters;
type Answers = Protocol.CommandReturnValues;
type Events = Protocol.Events;

interface Message {
  id?: number;
  sessionId?: string;
  method?: keyof Events;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

interface Waiting {
  method: string;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * The Chrome DevTools Protocol over the two pipes of `--remote-debugging-pipe`: JSON messages that end in a zero byte.
 * Spoken directly, since loading playwright-core takes as long as starting Chromium. Chromium ends when the pipes
 * close, however this process ended.
 */
export class ProtocolConnection {
  /** The browser itself. */
  readonly browser: ProtocolSession;
  private readonly input: Writable;
  private readonly waiting = new Map<number, Waiting>();
  private readonly sessions = new Map<string | undefined, ProtocolSession>();
  private lastId = 0;
  private unfinished: Buffer[] = [];

  constructor(input: Writable, output: Readable) {
    this.input = input;
    this.browser = this.session(undefined);
    // A write into the pipe of a Chromium that has just ended fails here; that it ended is told by `end`.
    input.on('error', () => undefined);
    output.on('data', (chunk: Buffer) => {
      this.receive(chunk);
    });
  }

  /** The session with this id: the same object for the same id. */
  session(id: string | undefined): ProtocolSession {
    const session = this.sessions.get(id) ?? new ProtocolSession(this, id);
    this.sessions.set(id, session);
    return session;
  }

  /** What is heard of a target that is gone is dropped, with whoever listens. */
  forget(id: string): void {
    this.sessions.delete(id);
  }

  async send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { method, resolve, reject });
      this.input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Chromium is gone: whoever still waits is told. */
  end(): void {
    for (const { method, reject } of this.waiting.values())
      reject(new Error(`Chromium ended before it answered ${method}.`));
    this.waiting.clear();
  }

  private receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const whole = Buffer.concat([...this.unfinished, chunk.subarray(start, end)]);
      this.unfinished = [];
      start = end + 1;
      this.dispatch(JSON.parse(whole.toString('utf8')) as Message);
    }
    if (start < chunk.length) this.unfinished.push(chunk.subarray(start));
  }

  private dispatch(message: Message): void {
    if (message.id === undefined) {
      if (message.method !== undefined)
        this.sessions.get(message.sessionId)?.happen(message.method, message.params);
      return;
    }
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
  }
}

/** The protocol's commands and events for one target: the browser or a page. */
export class ProtocolSession {
  private readonly connection: ProtocolConnection;
  private readonly id: string | undefined;
  private readonly handlers = new Map<string, (params: unknown) => void>();

  constructor(connection: ProtocolConnection, id: string | undefined) {
    this.connection = connection;
    this.id = id;
  }

  /** Rejects with the protocol's own words when the command fails. */
  async send<Method extends keyof Commands & keyof Answers>(
    method: Method,
    params?: Commands[Method],
  ): Promise<Answers[Method]> {
    return (await this.connection.send(method, params ?? {}, this.id)) as Answers[Method];
  }

  /** For commands whose target may be gone by now, which then need no answer. */
  tell<Method extends keyof Commands & keyof Answers>(method: Method, params?: Commands[Method]): void {
    this.send(method, params).catch(() => undefined);
  }

  /** One handler for each event. */
  on<Name extends keyof Events>(event: Name, handler: (params: Events[Name]) => void): void {
    this.handlers.set(event, handler as (params: unknown) => void);
  }

  happen(event: string, params: unknown): void {
    this.handlers.get(event)?.(params);
  }
}

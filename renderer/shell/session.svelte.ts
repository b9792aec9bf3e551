import type { CallInput, Session } from '../../preload/contract/bridge.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { Failure, Result } from '../../preload/contract/failures.ts';
import { ask, type Bridge } from '../bridge.ts';

export class SessionState {
  readonly #bridge: Bridge;
  #current = $state.raw<Session | null>(null);
  #connection = $state.raw<Connection | null>(null);
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Null until main answers. */
  get current(): Session | null {
    return this.#current;
  }

  /** Changes only with the connection, so that views do not reload with each setting. */
  get connection(): Connection | null {
    return this.#connection;
  }

  start(): () => void {
    const stop = this.#bridge.onSessionChanged((session) => {
      this.#show(session);
    });
    void this.read();
    return stop;
  }

  async read(): Promise<void> {
    this.#take(await ask(() => this.#bridge.getSession()));
  }

  exploreSampleData(): Promise<Failure | null> {
    return this.#change(() => this.#bridge.exploreSampleData());
  }

  /** The window does not keep the key. */
  connect(args: CallInput<'connect'>): Promise<Failure | null> {
    return this.#change(() => this.#bridge.connect(args));
  }

  activate({ id, sample }: Connection): Promise<Failure | null> {
    if (sample) return this.exploreSampleData();
    return this.#change(() => this.#bridge.setActiveConnection({ connectionId: id }));
  }

  forgetKey(connectionId: string): Promise<Failure | null> {
    return this.#change(() => this.#bridge.forgetKey({ connectionId }));
  }

  set(settings: CallInput<'setSettings'>): Promise<Failure | null> {
    return this.#change(() => this.#bridge.setSettings(settings));
  }

  async signInToProxy(login: CallInput<'signInToProxy'>['login']): Promise<Failure | null> {
    const result = await ask(() => this.#bridge.signInToProxy({ login }));
    return result.ok ? null : result.failure;
  }

  async #change(call: () => Promise<Result<Session>>): Promise<Failure | null> {
    const result = await ask(call);
    if (!result.ok) return result.failure;
    this.#take(result);
    return null;
  }

  #take(result: Result<Session>): void {
    if (result.ok) {
      this.#show(result.value);
      this.failure = null;
    } else {
      this.failure = result.failure;
    }
  }

  #show(session: Session): void {
    this.#current = session;
    const connection = session.connections.find(({ id }) => id === session.activeConnectionId) ?? null;
    if (JSON.stringify(connection) !== JSON.stringify(this.#connection)) this.#connection = connection;
  }
}

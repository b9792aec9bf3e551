/**
 * How requests leave the machine. The app hands in Electron's network, which uses the proxy of the settings and the system's
 * certificates; the command line and the tests hand in Node's.
 */
export type Transport = (url: string, init: TransportInit) => Promise<Response>;

export interface TransportInit {
  readonly method: 'GET';
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  /** A redirect is refused: it could carry the key to another host. */
  readonly redirect: 'error';
  /** No cookie is sent, and none is stored. */
  readonly credentials: 'omit';
  /** What is cached is stored by the app's own store, and nowhere else. */
  readonly cache: 'no-store';
}

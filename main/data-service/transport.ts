/** Electron's network follows proxy settings and system certificates; plain Node and tests use Node's. */
export type Transport = (url: string, init: TransportInit) => Promise<Response>;

export interface TransportInit {
  readonly method: 'GET';
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  /** A redirect could carry the key to another host. */
  readonly redirect: 'error';
  readonly credentials: 'omit';
  /** The app's own store caches. */
  readonly cache: 'no-store';
}

import { EnvHttpProxyAgent } from 'undici';

/** Addresses that Chromium asks without a proxy unless `<-loopback>` is said. Rule: its `docs/proxy.md`, "Implicit bypass rules". */
const loopback = ['localhost', '*.localhost', '127.0.0.1', '[::1]'];

/** As many connections Chromium opens to a host at the same time. Rule: `kMaxSocketsPerGroup` in its socket pools. */
const maxForHost = 6;

/**
 * Node's `fetch` with the connections of Electron's: six to a host, and one is free again when its answer was read to the end or its
 * request was aborted. Cancelling a body frees none (`fetchWithSession` in Electron's `net-fetch.ts`), so that an app which leaves
 * bodies unread stands still here as it does there.
 */
export class HostConnections {
  private readonly used = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();
  /** Requests with a connection. Node holds them weakly, and one that is collected does not learn that it was aborted; Electron's stay until their end. */
  private readonly open = new Set<Request>();
  private proxy: EnvHttpProxyAgent | undefined;
  /** Hosts that are asked without the proxy. */
  private bypassed: readonly string[] = [];

  /** Takes the proxy of `fixed_servers`, for all requests from now on; Node knows none of the system. */
  async setProxy({ mode, proxyRules = '', proxyBypassRules = '' }: Electron.ProxyConfig): Promise<void> {
    const before = this.proxy;
    const uri = proxyRules.includes('://') ? proxyRules : `http://${proxyRules}`;
    this.bypassed = [...proxyBypassRules.split(/[,;\s]+/).filter((rule) => rule !== ''), ...loopback];
    const noProxy = this.bypassed.join(',');
    this.proxy =
      mode === 'fixed_servers'
        ? new EnvHttpProxyAgent({ httpProxy: uri, httpsProxy: uri, noProxy })
        : undefined;
    await before?.destroy();
  }

  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { origin } = new URL(request.url);
    await this.take(origin, request.signal);
    this.open.add(request);
    const free = (): void => {
      if (this.open.delete(request)) this.free(origin);
    };
    request.signal.addEventListener('abort', free, { once: true });
    try {
      // The package and the one inside Node are of one major version; only their types are two.
      const dispatcher = this.proxy as unknown as RequestInit['dispatcher'];
      const response = await fetch(request, dispatcher === undefined ? {} : { dispatcher });
      if (response.body === null) free();
      return response.body === null ? response : readToFree(response, response.body, free);
    } catch (error) {
      free();
      throw this.proxy === undefined || this.isBypassed(request.url) ? error : asChromium(error);
    }
  }

  private isBypassed(url: string): boolean {
    const { hostname, host } = new URL(url);
    return this.bypassed.some((rule) =>
      rule.startsWith('*') ? hostname.endsWith(rule.slice(1)) : rule === hostname || rule === host,
    );
  }

  private async take(origin: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if ((this.used.get(origin) ?? 0) >= maxForHost) {
      await new Promise<void>((resolve, reject) => {
        const queue = this.waiting.get(origin) ?? [];
        this.waiting.set(origin, [...queue, resolve]);
        signal.addEventListener('abort', () => {
          this.waiting.set(
            origin,
            (this.waiting.get(origin) ?? []).filter((one) => one !== resolve),
          );
          reject(signal.reason as Error);
        });
      });
    }
    this.used.set(origin, (this.used.get(origin) ?? 0) + 1);
  }

  private free(origin: string): void {
    this.used.set(origin, (this.used.get(origin) ?? 1) - 1);
    const [next, ...others] = this.waiting.get(origin) ?? [];
    this.waiting.set(origin, others);
    next?.();
  }
}

/** A proxy that is not there, or refuses, in Chromium's words. Rule: its `net_error_list.h`. */
function asChromium(error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return error;
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH/.test(cause.message))
    return new Error('net::ERR_PROXY_CONNECTION_FAILED');
  return cause.message.startsWith('Proxy response') ? new Error('net::ERR_TUNNEL_CONNECTION_FAILED') : error;
}

/** The same answer, which tells when its body has ended. */
function readToFree(response: Response, body: NonNullable<Response['body']>, free: () => void): Response {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const read = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) controller.enqueue(value);
        else {
          free();
          controller.close();
        }
      } catch (error) {
        free();
        controller.error(error);
      }
    },
  });
  const { status, statusText, headers } = response;
  return new Response(read, { status, statusText, headers });
}

import { EnvHttpProxyAgent } from 'undici';
import { deepestMessage } from '../../main/data-service/failures.ts';

/** Asked for the name and the password that a proxy wants; answered with none to give up. Rule: docs/api/client-request.md, 'login'. */
export type Login = (
  auth: Pick<Electron.AuthInfo, 'isProxy' | 'host' | 'port'>,
  answer: (user?: string, password?: string) => void,
) => void;

/** Addresses that Chromium asks without a proxy unless `<-loopback>` is said. Rule: its `docs/proxy.md`, "Implicit bypass rules". */
const loopback = ['localhost', '*.localhost', '127.0.0.1', '[::1]'];

/** As many connections Chromium opens to a host at the same time. Rule: `kMaxSocketsPerGroup` in its socket pools. */
const maxForHost = 6;

/**
 * Node's `fetch` with the connections of Electron's: six to a host, and one is free again when its answer was read to the end or its
 * request was aborted. Leaving a body unread frees none, so that an app which does stands still here as it does there.
 */
export class HostConnections {
  private readonly used = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();
  /** Requests with a connection. Node holds them weakly, and one that is collected does not learn that it was aborted; Electron's stay until their end. */
  private readonly running = new Set<Request>();
  private proxy: EnvHttpProxyAgent | undefined;
  private proxyAddress = '';
  /** Hosts that are asked without the proxy. */
  private bypassed: readonly string[] = [];

  /** Takes the proxy of `fixed_servers`, for all requests from now on; Node knows none of the system. */
  async setProxy({ mode, proxyRules = '', proxyBypassRules = '' }: Electron.ProxyConfig): Promise<void> {
    const before = this.proxy;
    this.proxyAddress = proxyRules.includes('://') ? proxyRules : `http://${proxyRules}`;
    this.bypassed = [...proxyBypassRules.split(/[,;\s]+/).filter((rule) => rule !== ''), ...loopback];
    this.proxy = mode === 'fixed_servers' ? this.agent() : undefined;
    await before?.destroy();
  }

  /** @param login asked where a proxy wants a name and a password. `free` is called when the body was read, or has broken. */
  async open(request: Request, login: Login): Promise<{ response: Response; free: () => void }> {
    const { origin } = new URL(request.url);
    await this.take(origin, request.signal);
    this.running.add(request);
    const free = (): void => {
      if (this.running.delete(request)) this.free(origin);
    };
    request.signal.addEventListener('abort', free, { once: true });
    try {
      const response = await this.send(request, login);
      if (response.body === null) free();
      return { response, free };
    } catch (error) {
      free();
      throw this.proxy === undefined || this.isBypassed(request.url) ? error : asChromium(error);
    }
  }

  private async send(request: Request, login: Login): Promise<Response> {
    // The package and the one inside Node are of one major version; only their types are two.
    const dispatcher = this.proxy as unknown as RequestInit['dispatcher'];
    try {
      return await fetch(request, dispatcher === undefined ? {} : { dispatcher });
    } catch (error) {
      if (!deepestMessage(error).startsWith('Proxy response (407)')) throw error;
      const { hostname: host, port } = new URL(this.proxyAddress);
      const token = await new Promise<string | undefined>((resolve) => {
        login({ isProxy: true, host, port: Number(port) }, (user, password) => {
          resolve(user === undefined || password === undefined ? undefined : btoa(`${user}:${password}`));
        });
      });
      if (token === undefined) throw error;
      this.proxy = this.agent(`Basic ${token}`);
      return this.send(request, login);
    }
  }

  private agent(token?: string): EnvHttpProxyAgent {
    const uri = this.proxyAddress;
    const noProxy = this.bypassed.join(',');
    return new EnvHttpProxyAgent({
      httpProxy: uri,
      httpsProxy: uri,
      noProxy,
      ...(token === undefined ? {} : { token }),
    });
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
  const message = deepestMessage(error);
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH/.test(message))
    return new Error('net::ERR_PROXY_CONNECTION_FAILED');
  return message.startsWith('Proxy response') ? new Error('net::ERR_TUNNEL_CONNECTION_FAILED') : error;
}

import { Agent, ProxyAgent } from 'undici';
import { deepestMessage } from '../../main/data-service/failures.ts';

/** Asked for the name and the password that a proxy wants; answered with none to give up. Rule: docs/api/client-request.md, 'login'. */
export type Login = (
  auth: Pick<Electron.AuthInfo, 'isProxy' | 'host' | 'port'>,
  answer: (user?: string, password?: string) => void,
) => void;

/** Which certificate of the user, as PEM with its key, a host gets that asks for one; undefined for none. */
export type SelectCertificate = (host: string) => string | undefined;

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
  private mode: Electron.ProxyConfig['mode'] = 'system';
  /** That of `fixed_servers`. */
  private proxyAddress = '';
  /** Hosts that are asked without the proxy. */
  private bypassed: readonly string[] = loopback;
  /** Proxies with open connections, and who uses each, until the session ends or is to forget it. */
  private readonly proxies = new Map<string, ProxyAgent>();
  private readonly logins = new Map<string, string>();
  private readonly selectCertificate: SelectCertificate;

  constructor(selectCertificate: SelectCertificate = () => undefined) {
    this.selectCertificate = selectCertificate;
  }

  /** Takes a proxy for all requests from now on. */
  async setProxy({ mode, proxyRules = '', proxyBypassRules = '' }: Electron.ProxyConfig): Promise<void> {
    this.mode = mode;
    this.proxyAddress = proxyRules.includes('://') ? proxyRules : `http://${proxyRules}`;
    this.bypassed = [...proxyBypassRules.split(/[,;\s]+/).filter((rule) => rule !== ''), ...loopback];
    await this.closeAll();
  }

  /** Connections to proxies, which keep who uses them all the same. */
  async closeAll(): Promise<void> {
    for (const [address, before] of this.proxies) {
      this.proxies.delete(address);
      await before.destroy();
    }
  }

  /** Forgets who uses the proxies. */
  forgetLogins(): void {
    this.logins.clear();
  }

  /** The proxy of an address, with its scheme; undefined for none. That of the system is what the environment names, as Chromium has it on Linux. */
  proxyFor(url: string): string | undefined {
    if (this.isBypassed(url)) return undefined;
    if (this.mode === 'fixed_servers') return this.proxyAddress;
    const named = process.env[`${new URL(url).protocol.slice(0, -1)}_proxy`] ?? '';
    return this.mode === 'system' && named !== '' ? named : undefined;
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
      throw this.proxyFor(request.url) === undefined ? error : asChromium(error);
    }
  }

  private async send(request: Request, login: Login): Promise<Response> {
    const proxy = this.proxyFor(request.url);
    if (proxy === undefined) return fetch(request, this.direct(new URL(request.url)));
    const again = request.clone();
    let refusal: unknown;
    try {
      return await fetch(request, dispatchedBy(this.agentOf(proxy)));
    } catch (error) {
      if (!deepestMessage(error).includes('(407)')) throw error;
      refusal = error;
    }
    const { hostname: host, port, protocol } = new URL(proxy);
    const asking = { isProxy: true, host, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    const token = await new Promise<string | undefined>((resolve) => {
      login(asking, (user, password) => {
        resolve(user === undefined || password === undefined ? undefined : btoa(`${user}:${password}`));
      });
    });
    if (token === undefined) {
      this.logins.delete(proxy);
      throw refusal;
    }
    this.logins.set(proxy, `Basic ${token}`);
    await this.closeAll();
    return this.send(again, login);
  }

  private direct({ protocol, host }: URL): RequestInit {
    const pem = protocol === 'https:' ? this.selectCertificate(host) : undefined;
    return pem === undefined ? {} : dispatchedBy(new Agent({ connect: { key: pem, cert: pem } }));
  }

  private agentOf(address: string): ProxyAgent {
    const token = this.logins.get(address);
    const made =
      this.proxies.get(address) ??
      // As Chromium: a tunnel for https alone.
      new ProxyAgent({ uri: address, proxyTunnel: false, ...(token === undefined ? {} : { token }) });
    this.proxies.set(address, made);
    return made;
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

/** The package and the one inside Node are of one major version; only their types are two. */
function dispatchedBy(dispatcher: Agent | ProxyAgent): RequestInit {
  return { dispatcher: dispatcher as unknown as NonNullable<RequestInit['dispatcher']> };
}

/** A proxy that is not there, or refuses, in Chromium's words. Rule: its `net_error_list.h`. */
function asChromium(error: unknown): unknown {
  const message = deepestMessage(error);
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH/.test(message))
    return new Error('net::ERR_PROXY_CONNECTION_FAILED');
  return message.startsWith('Proxy ') ? new Error('net::ERR_TUNNEL_CONNECTION_FAILED') : error;
}

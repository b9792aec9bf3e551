import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** Answers a request for an `app://…` address, as the handler of `protocol.handle` does. */
export type SchemeHandler = (request: Request) => Response | Promise<Response>;

/** The page that a window shows before its first `loadURL`. */
export const blankPath = '/.blank';

/**
 * The origin of the window's pages as Chromium knows it, at every start: what it keeps of them, such as compiled code, is found again.
 * Names below `localhost` are a secure context, as a custom scheme is in Electron (W3C Secure Contexts, 3.1).
 */
const host = 'app.localhost';

/**
 * Chromium has no custom schemes that a program outside could answer, so the pages of one `scheme://host` are served
 * over loopback HTTP, under a name that Chromium is told to find at a random port. Only pages of that very server get an answer: a
 * request with another Host (an address, a rebound name), another Origin, or from another site's page is refused.
 */
export class Loopback {
  /** `scheme://host`, or undefined until a window loads its first address. */
  private schemeOrigin: string | undefined;
  /** Set by the app that is served. */
  handlerOf: (scheme: string) => SchemeHandler | undefined = () => undefined;
  private readonly server: Server;
  private port = 0;

  constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        process.stderr.write(`${request.url ?? ''}: ${String(error)}\n`);
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The loopback server has no port.');
    this.port = address.port;
  }

  readonly origin = `http://${host}`;

  /** Where the server listens. */
  get address(): string {
    return `127.0.0.1:${String(this.port)}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** `app://host/path` as the address that Chromium is given. Other schemes are returned as they are. */
  toLoopback(url: string): string {
    const { protocol, host, pathname, search, hash } = new URL(url);
    if (this.handlerOf(protocol.slice(0, -1)) === undefined) return url;
    const wanted = `${protocol}//${host}`;
    this.schemeOrigin ??= wanted;
    if (this.schemeOrigin !== wanted) {
      throw new Error(
        `The Chromium shell serves one origin of a custom scheme, ${this.schemeOrigin}; not ${wanted}`,
      );
    }
    return `${this.origin}${pathname}${search}${hash}`;
  }

  /** The address as Electron would tell it: pages of this server keep their `app://` address. */
  toScheme(url: string): string {
    const inside = url === this.origin || url.startsWith(`${this.origin}/`);
    return inside && this.schemeOrigin !== undefined
      ? this.schemeOrigin + url.slice(this.origin.length)
      : url;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.refusal(request);
    if (refusal !== undefined) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(refusal);
      return;
    }
    if (request.url === blankPath || this.schemeOrigin === undefined) {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" })
        .end();
      return;
    }
    const handler = this.handlerOf(new URL(this.schemeOrigin).protocol.slice(0, -1));
    const answer = (await handler?.(this.toRequest(request))) ?? new Response(null, { status: 404 });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
  }

  /** Why a request gets no answer, or undefined. */
  private refusal(request: IncomingMessage): string | undefined {
    const { host: named, origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (named !== host) return 'Foreign Host.';
    if (origin !== undefined && origin !== this.origin) return 'Foreign Origin.';
    if (site === 'cross-site' || site === 'same-site') return 'Foreign site.';
    return undefined;
  }

  private toRequest(request: IncomingMessage): Request {
    const headers = Object.entries(request.headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    );
    const method = request.method ?? 'GET';
    const bodiless = method === 'GET' || method === 'HEAD';
    return new Request(this.toScheme(this.origin + (request.url ?? '/')), {
      method,
      headers: headers.filter(([name]) => name !== 'host'),
      ...(bodiless
        ? {}
        : { body: Readable.toWeb(request) as globalThis.ReadableStream<Uint8Array>, duplex: 'half' }),
    });
  }
}

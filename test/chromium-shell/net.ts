import { Readable } from 'node:stream';
import { Emitter } from './emitter.ts';
import type { Login } from './hostConnections.ts';
import { ElectronObject, electronName } from './lacking.ts';
import type { Session } from './session.ts';

type Options = Pick<
  Electron.ClientRequestConstructorOptions,
  'method' | 'url' | 'protocol' | 'hostname' | 'port' | 'path' | 'redirect' | 'credentials' | 'cache'
> & { readonly headers?: Record<string, string>; readonly session: Session };

/** As Electron's `parseOptions`: an address, or its parts. */
function addressOf({ url, protocol = 'http:', hostname = 'localhost', port, path = '/' }: Options): string {
  return url ?? `${protocol}//${hostname}${port === undefined ? '' : `:${port.toString()}`}${path}`;
}

interface RequestEvents {
  response: [answer: Readable & Pick<Electron.IncomingMessage, 'statusCode' | 'headers'>];
  error: [error: Error];
  login: Parameters<Login>;
  /** Never happen here: a request is aborted by who made it, redirects are Node's, and Electron's requests have no socket to tell. */
  abort: [];
  aborted: [];
  redirect: [statusCode: number, method: string, url: string];
  socket: [socket: object];
}

/** A request of main. Rule: Electron's `net-client-request.ts`: whatever status and header came is handed on as it is. */
class ClientRequest extends Emitter<RequestEvents> {
  readonly [electronName] = 'electron.ClientRequest';
  protected readonly events = [
    'response',
    'error',
    'login',
    'abort',
    'aborted',
    'redirect',
    'socket',
  ] as const;
  private readonly options: Options;
  private readonly ended = new AbortController();

  constructor(options: Options) {
    super();
    this.options = options;
  }

  end(): void {
    const { session, method = 'GET', headers = {}, redirect = 'follow' } = this.options;
    const request = new Request(addressOf(this.options), {
      method,
      headers,
      redirect,
      signal: this.ended.signal,
    });
    const login: Login = (...asked) => {
      if (this.listenerCount('login') === 0) asked[1]();
      else this.happen('login', ...asked);
    };
    session.connections.open(request, login).then(
      ({ response: { status, headers: sent, body }, free }) => {
        // As the bytes that came, read as UTF-8: what is none becomes U+FFFD.
        const read = [...sent].map(([name, value]) => [name, Buffer.from(value, 'latin1').toString()]);
        const stream = body === null ? Readable.from([]) : Readable.fromWeb(body);
        const answer = Object.assign(stream, {
          statusCode: status,
          headers: Object.fromEntries(read) as Record<string, string>,
        });
        stream.once('end', free).once('error', free);
        // What a listener throws is nobody's.
        process.nextTick(() => {
          this.happen('response', answer);
        });
      },
      (error: unknown) => {
        this.happen('error', error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  abort(): void {
    this.ended.abort();
  }
}

/** `net`: requests by the session that they name. Electron's `fetch` is missing: an odd answer ends the app that uses it. */
export class Net extends ElectronObject {
  readonly [electronName] = 'electron.net';

  request(options: Options): ClientRequest {
    return new ClientRequest(options);
  }
}

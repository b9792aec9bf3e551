import { ElectronObject, electronName } from './lacking.ts';

type Fetch = (input: string | Request, init?: RequestInit) => Promise<Response>;

/** `net`: requests of the default session, as in Electron. */
export class Net extends ElectronObject implements Pick<Electron.Net, 'fetch'> {
  readonly [electronName] = 'electron.net';
  private readonly send: Fetch;

  constructor(send: Fetch) {
    super();
    this.send = send;
  }

  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    return this.send(input, init);
  }
}

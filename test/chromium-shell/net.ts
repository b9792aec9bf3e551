import { ElectronObject, electronName } from './lacking.ts';

/** `net`: the fetch of Node, which knows neither the system's proxy nor its certificates. */
export class Net extends ElectronObject implements Pick<Electron.Net, 'fetch'> {
  readonly [electronName] = 'electron.net';

  async fetch(input: string | Request, init?: RequestInit): Promise<Response> {
    return fetch(input, init);
  }
}

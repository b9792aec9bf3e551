import { ElectronObject, electronName } from './lacking.ts';

/** The part of a display that the app asks for. */
export type ShellDisplay = Pick<Electron.Display, 'workArea'>;

/** `screen`: Chromium keeps its windows on the displays by itself, so one without an end is told. */
export class Screen extends ElectronObject {
  readonly [electronName] = 'electron.screen';

  getAllDisplays(): ShellDisplay[] {
    return [{ workArea: { x: 0, y: 0, width: 20_000, height: 20_000 } }];
  }
}

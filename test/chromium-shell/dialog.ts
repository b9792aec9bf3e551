import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Control } from './control.ts';
import { ElectronObject, electronName } from './lacking.ts';

type SaveOptions = Pick<
  Electron.SaveDialogOptions,
  'title' | 'defaultPath' | 'filters' | 'buttonLabel' | 'message' | 'properties'
>;
type OpenOptions = Pick<
  Electron.OpenDialogOptions,
  'title' | 'defaultPath' | 'filters' | 'buttonLabel' | 'message' | 'properties'
>;
type MessageOptions = Pick<
  Electron.MessageBoxOptions,
  'type' | 'title' | 'message' | 'detail' | 'buttons' | 'defaultId' | 'cancelId' | 'noLink'
>;

/** Asks the user in the window with the page's own `confirm` and `prompt`; undefined when there is nobody to ask. */
export interface Asking {
  confirm(text: string): Promise<boolean | undefined>;
  prompt(text: string, proposal: string): Promise<string | null | undefined>;
}

export interface DialogParts {
  control: Pick<Control, 'takeAnswer' | 'report'>;
  asking: Asking;
  downloadsFolder: () => string;
}

/**
 * `dialog`. An answer that a test has laid ready comes first, then the user in a window on the screen. With neither, a
 * save dialog proposes a file in the downloads folder and takes it, and the others are cancelled.
 */
export class Dialog extends ElectronObject {
  readonly [electronName] = 'electron.dialog';
  private readonly parts: DialogParts;

  constructor(parts: DialogParts) {
    super();
    this.parts = parts;
  }

  async showSaveDialog(options: SaveOptions): Promise<Electron.SaveDialogReturnValue> {
    const answer = this.parts.control.takeAnswer('showSaveDialog');
    if (answer !== undefined) return answer as Electron.SaveDialogReturnValue;
    const name = path.basename(options.defaultPath ?? 'untitled');
    const proposal = path.resolve(this.parts.downloadsFolder(), options.defaultPath ?? name);
    const typed = await this.parts.asking.prompt(`${options.title ?? 'Save'}\n\nSave as:`, proposal);
    if (typed === undefined) {
      mkdirSync(this.parts.downloadsFolder(), { recursive: true });
      return { canceled: false, filePath: path.join(this.parts.downloadsFolder(), name) };
    }
    if (typed === null) return { canceled: true, filePath: '' };
    const filePath = path.resolve(this.parts.downloadsFolder(), typed);
    if (options.properties?.includes('showOverwriteConfirmation') === true && existsSync(filePath)) {
      const mayReplace = await this.parts.asking.confirm(`${filePath} exists already. Replace it?`);
      if (mayReplace !== true) return this.showSaveDialog({ ...options, defaultPath: filePath });
    }
    return { canceled: false, filePath };
  }

  async showOpenDialog(options: OpenOptions): Promise<Electron.OpenDialogReturnValue> {
    const answer = this.parts.control.takeAnswer('showOpenDialog');
    if (answer !== undefined) return answer as Electron.OpenDialogReturnValue;
    const typed = await this.parts.asking.prompt(
      `${options.title ?? 'Open'}\n\nFile to open:`,
      options.defaultPath ?? '',
    );
    if (typed === undefined || typed === null) return { canceled: true, filePaths: [] };
    return { canceled: false, filePaths: [path.resolve(typed)] };
  }

  /** In a window there are two buttons: the one that the box proposes, and the one that cancels it. */
  async showMessageBox(options: MessageOptions): Promise<Electron.MessageBoxReturnValue> {
    const answer = this.parts.control.takeAnswer('showMessageBox');
    if (answer !== undefined) return answer as Electron.MessageBoxReturnValue;
    const {
      message,
      detail = '',
      defaultId = 0,
      buttons = [],
      cancelId = Math.max(0, buttons.length - 1),
    } = options;
    const agreed = await this.parts.asking.confirm(
      [message, detail].filter((text) => text !== '').join('\n\n'),
    );
    return { response: agreed === true ? defaultId : cancelId, checkboxChecked: false };
  }

  /** On stderr, as Electron does before the app is ready, since there may be no window yet. */
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}\n${content}\n`);
    this.parts.control.report('dialog.showErrorBox', title, content);
  }
}

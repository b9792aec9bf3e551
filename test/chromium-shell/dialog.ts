import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { ShellWindow } from './browserWindow.ts';
import type { Control } from './control.ts';
import { ElectronObject, electronName } from './lacking.ts';
import type { Asking, Question, Reply } from './question.ts';

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

type Asked<Options> = [window: ShellWindow, options: Options] | [options: Options, nothing?: undefined];

export interface DialogParts {
  windows: readonly ShellWindow[];
  control: Pick<Control, 'takeAnswer' | 'report'>;
  ask: Asking;
  downloadsFolder: () => string;
  isReady: () => boolean;
}

/**
 * `dialog`. An answer that a test has laid ready comes first, then whoever can be asked: the user in a window of the shell's own.
 * Where nobody can, every dialog is canceled, and says so on stderr.
 */
export class Dialog extends ElectronObject {
  readonly [electronName] = 'electron.dialog';
  private readonly parts: DialogParts;

  constructor(parts: DialogParts) {
    super();
    this.parts = parts;
  }

  async showSaveDialog(...asked: Asked<SaveOptions>): Promise<Electron.SaveDialogReturnValue> {
    return this.save(this.optionsOf(asked));
  }

  private async save(options: SaveOptions): Promise<Electron.SaveDialogReturnValue> {
    const answer = this.parts.control.takeAnswer('showSaveDialog');
    if (answer !== undefined) return savedAs(answer as Electron.SaveDialogReturnValue);
    const name = path.basename(options.defaultPath ?? 'untitled');
    const typed = await this.enter({
      title: options.title ?? 'Save',
      message: options.message ?? 'Save as:',
      button: options.buttonLabel ?? 'Save',
      entry: path.resolve(this.parts.downloadsFolder(), options.defaultPath ?? name),
    });
    if (typed === undefined) return { canceled: true, filePath: '' };
    const filePath = path.resolve(this.parts.downloadsFolder(), typed);
    // Windows and GTK open it, to have a name typed in it.
    if (isFolder(filePath)) return this.save({ ...options, defaultPath: filePath });
    if (options.properties?.includes('showOverwriteConfirmation') === true && existsSync(filePath)) {
      const reply = await this.ask({
        title: options.title ?? 'Save',
        message: `${filePath} exists already. Replace it?`,
        detail: '',
        buttons: ['Replace', 'Choose another name'],
        defaultId: 1,
        cancelId: 1,
        entry: undefined,
      });
      if (reply?.button !== 0) return this.save({ ...options, defaultPath: filePath });
    }
    return { canceled: false, filePath };
  }

  async showOpenDialog(...asked: Asked<OpenOptions>): Promise<Electron.OpenDialogReturnValue> {
    const options = this.optionsOf(asked);
    const answer = this.parts.control.takeAnswer('showOpenDialog');
    if (answer !== undefined) return answer as Electron.OpenDialogReturnValue;
    const typed = await this.enter({
      title: options.title ?? 'Open',
      message: options.message ?? 'File to open:',
      button: options.buttonLabel ?? 'Open',
      entry: options.defaultPath ?? '',
    });
    if (typed === undefined || typed === '') return { canceled: true, filePaths: [] };
    return { canceled: false, filePaths: [path.resolve(typed)] };
  }

  async showMessageBox(...asked: Asked<MessageOptions>): Promise<Electron.MessageBoxReturnValue> {
    const options = this.optionsOf(asked);
    const answer = this.parts.control.takeAnswer('showMessageBox');
    if (answer !== undefined) return answer as Electron.MessageBoxReturnValue;
    const buttons = options.buttons === undefined || options.buttons.length === 0 ? ['OK'] : options.buttons;
    const cancelId = options.cancelId ?? Math.max(0, buttons.length - 1);
    const reply = await this.ask({
      title: options.title ?? '',
      message: options.message,
      detail: options.detail ?? '',
      buttons,
      defaultId: options.defaultId ?? 0,
      cancelId,
      entry: undefined,
    });
    return { response: reply?.button ?? cancelId, checkboxChecked: false };
  }

  /** On stderr. A box is reported once the app is ready: before, Electron shows none on Linux (`message_box_gtk.cc`). */
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}\n${content}\n`);
    if (this.parts.isReady()) this.parts.control.report('dialog.showErrorBox', title, content);
  }

  /** On macOS a dialog without a window stops the whole app (`message_box_mac.mm`): where there is one, it has to be named. */
  private optionsOf<Options extends object>(asked: Asked<Options>): Options {
    const [first, options] = asked;
    if (options !== undefined) return options;
    if (first instanceof ShellWindow || this.parts.windows.length > 0)
      throw new Error('A dialog belongs to a window, where there is one');
    return first;
  }

  /** The path that the user enters; undefined when the dialog is canceled. */
  private async enter(what: {
    title: string;
    message: string;
    button: string;
    entry: string;
  }): Promise<string | undefined> {
    const { button, ...rest } = what;
    const buttons = [button, 'Cancel'];
    const reply = await this.ask({ ...rest, detail: '', buttons, defaultId: 0, cancelId: 1 });
    return reply?.button === 0 ? reply.text : undefined;
  }

  private async ask(question: Question): Promise<Reply | undefined> {
    const reply = await this.parts.ask(question);
    if (reply === undefined)
      process.stderr.write(
        `Nobody can be asked here: "${question.title || question.message}" is canceled. Start the app with a display.\n`,
      );
    return reply;
  }
}

/** @throws Error for a folder that is there, which no such dialog returns */
function savedAs(answer: Electron.SaveDialogReturnValue): Electron.SaveDialogReturnValue {
  if (isFolder(answer.filePath)) throw new Error(`A dialog that saves opens ${answer.filePath}.`);
  return answer;
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

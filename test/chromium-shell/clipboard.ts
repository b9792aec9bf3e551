import { ElectronObject, electronName } from './lacking.ts';

/**
 * `clipboard`, for text. `publish` puts it on the system's clipboard through a page; where the system refuses, the text
 * is kept by the shell alone.
 */
export class Clipboard extends ElectronObject implements Pick<Electron.Clipboard, 'readText' | 'writeText'> {
  readonly [electronName] = 'electron.clipboard';
  private text = '';
  private readonly publish: (text: string) => Promise<void>;

  constructor(publish: (text: string) => Promise<void>) {
    super();
    this.publish = publish;
  }

  readText(): Promise<string> {
    return Promise.resolve(this.text);
  }

  async writeText(text: string): Promise<void> {
    this.text = text;
    await this.publish(text);
  }
}

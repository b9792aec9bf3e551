import { ElectronObject, electronName } from './lacking.ts';

type Held = Record<string, string | Blob | Electron.ClipboardBookmark | Promise<Blob | string>>;

/** One thing on the clipboard, in one or more types; the shell takes those that are a text or a blob. */
export class ClipboardItem extends ElectronObject {
  readonly [electronName] = 'electron.ClipboardItem';
  readonly types: string[];
  private readonly held: Held;

  constructor(items: Held) {
    super();
    this.held = items;
    this.types = Object.keys(items);
  }

  async getBlob(type: string): Promise<Blob> {
    const value = await this.held[type];
    if (typeof value === 'string') return new Blob([value], { type });
    if (value instanceof Blob) return value;
    throw new Error(`The Chromium shell cannot hold ${type} on the clipboard.`);
  }
}

/**
 * `clipboard`, for text and pictures. `publish` puts them on the system's clipboard through a page; where the system refuses,
 * they are kept by the shell alone.
 */
export class Clipboard extends ElectronObject implements Pick<Electron.Clipboard, 'readText' | 'writeText'> {
  readonly [electronName] = 'electron.clipboard';
  private text = '';
  private readonly publish: (expression: string) => Promise<void>;

  constructor(publish: (expression: string) => Promise<void>) {
    super();
    this.publish = publish;
  }

  readText(): Promise<string> {
    return Promise.resolve(this.text);
  }

  async writeText(text: string): Promise<void> {
    this.text = text;
    await this.publish(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  }

  async write(items: ClipboardItem[]): Promise<void> {
    for (const item of items)
      if (item.types.includes('text/plain')) this.text = await (await item.getBlob('text/plain')).text();
    const written = await Promise.all(items.map(expressionOf));
    await this.publish(`navigator.clipboard.write([${written.join(', ')}])`);
  }
}

/** The item as the page makes it again. */
async function expressionOf(item: ClipboardItem): Promise<string> {
  const entries = await Promise.all(
    item.types.map(async (type) => {
      const bytes = Buffer.from(await (await item.getBlob(type)).arrayBuffer()).toString('base64');
      const blob = `new Blob([Uint8Array.from(atob('${bytes}'), (c) => c.charCodeAt(0))], { type: ${JSON.stringify(type)} })`;
      return `${JSON.stringify(type)}: ${blob}`;
    }),
  );
  return `new ClipboardItem({ ${entries.join(', ')} })`;
}

import type { Control } from './control.ts';
import type { Engine } from './engine.ts';
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

export interface ClipboardParts {
  control: Pick<Control, 'takeAnswer'>;
  /** Puts something on the system's clipboard, through a page. */
  publish: (expression: string) => Promise<void>;
  /** Reads the text of the system's clipboard; undefined where the system refuses. */
  read: () => Promise<string | undefined>;
}

/**
 * `clipboard`, for text and pictures. Where the system refuses them, they are kept by the shell alone. A text that a test has laid
 * ready is read first.
 */
export class Clipboard extends ElectronObject implements Pick<Electron.Clipboard, 'readText' | 'writeText'> {
  readonly [electronName] = 'electron.clipboard';
  private text = '';
  private readonly parts: ClipboardParts;

  constructor(parts: ClipboardParts) {
    super();
    this.parts = parts;
  }

  async readText(): Promise<string> {
    const answer = this.parts.control.takeAnswer('readText');
    if (typeof answer === 'string') return answer;
    return (await this.parts.read()) ?? this.text;
  }

  async writeText(text: string): Promise<void> {
    this.text = text;
    await this.parts.publish(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  }

  async write(items: ClipboardItem[]): Promise<void> {
    const written = await Promise.all(items.map(expressionOf));
    await this.parts.publish(`navigator.clipboard.write([${written.join(', ')}])`);
  }
}

/**
 * Reads the text of the clipboard by a page of the shell's own profile, which alone may: the pages of the app have no such permission.
 * Undefined where the system has none to give.
 */
export async function readSystemClipboard(engine: Engine): Promise<string | undefined> {
  const page = await engine.openOwnPage({ width: 240, height: 120 }, { mayReadClipboard: true });
  const { session } = page;
  try {
    // The page begins as an empty one without an origin, which may read nothing.
    const context = new Promise<number>((resolve) => {
      session.on('Runtime.executionContextCreated', ({ context: { id, origin } }) => {
        if (origin === engine.loopback.origin) resolve(id);
      });
    });
    await session.send('Runtime.enable');
    await session.send('Runtime.runIfWaitingForDebugger');
    const contextId = await Promise.race([context, page.closed]);
    if (contextId === undefined) return undefined;
    // Chromium reads for the page in front alone.
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      expression: 'navigator.clipboard.readText()',
      awaitPromise: true,
      userGesture: true,
    });
    return exceptionDetails === undefined && typeof result.value === 'string' ? result.value : undefined;
  } finally {
    engine.closePage(page);
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

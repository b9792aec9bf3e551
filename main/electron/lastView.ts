import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { dayMs, minuteMs } from '../../preload/contract/days.ts';
import type { AppEvents } from '../platform/appEvents.ts';

/**
 * The window as it was seen last, as a picture. The next start shows it, marked as such, from the first moment of the page until the live
 * view is painted.
 */
export interface LastView {
  /** Keeps the picture of a window whenever nothing has happened in it for a while. */
  follow(window: BrowserWindow, options: Following): void;
  /** Returns the page of the window with the picture in it, where one is kept. */
  inPage(html: string): Promise<string>;
  /** JPEG; null where none is kept. */
  readPicture(): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Removes the picture: what it shows is no longer what a start would show. */
  forget(): Promise<void>;
}

interface Following {
  readonly events: AppEvents;
  /** False where what the window shows must not lie in a file: saved items are encrypted. */
  readonly mayKeep: () => Promise<boolean>;
}

export interface LastViewOptions {
  readonly userDataFolder: string;
  /** False where another view than the last one opens. */
  readonly shown: boolean;
  readonly onError: (error: unknown) => void;
}

export const lastViewPath = '/last-view.jpg';

/** A window is still when it has called nothing for so long. */
const stillMs = 10_000;
/** A picture takes some 50 ms of a processor. */
const betweenMs = minuteMs;
/** What is older shows figures that nobody remembers. */
const oldestMs = 30 * dayMs;
const quality = 80;

export function createLastView({ userDataFolder, shown, onError }: LastViewOptions): LastView {
  const file = join(userDataFolder, 'last-view.jpg');

  async function keptAt(): Promise<number | null> {
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
    return Date.now() - mtimeMs < oldestMs ? mtimeMs : null;
  }

  async function keep(window: BrowserWindow, mayKeep: Following['mayKeep']): Promise<void> {
    if (!shown) return;
    if (!(await mayKeep())) {
      await rm(file, { force: true });
      return;
    }
    if (window.isDestroyed()) return;
    const picture = await window.webContents.capturePage();
    // That of a hidden window is empty.
    if (picture.isEmpty()) return;
    await writeFile(`${file}.new`, picture.toJPEG(quality), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  return {
    follow(window, { events, mayKeep }) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let takenAt = 0;
      const later = (): void => {
        clearTimeout(timer);
        timer = setTimeout(
          () => {
            takenAt = Date.now();
            keep(window, mayKeep).catch(onError);
          },
          Math.max(stillMs, takenAt + betweenMs - Date.now()),
        );
        timer.unref();
      };
      events.on('windowCalled', later);
      window.once('closed', () => {
        clearTimeout(timer);
        events.off('windowCalled', later);
      });
    },
    async inPage(html) {
      const at = shown ? await keptAt() : null;
      if (at === null) return html;
      const moment = new Date(at).toISOString().replace('T', ' ').slice(0, 16);
      return html.replace(
        '<div id="app">',
        `<div id="last-view"><img src="${lastViewPath}" alt="" /><p>Last view, ${moment} UTC. Loading…</p></div>$&`,
      );
    },
    readPicture: () =>
      readFile(file).then(
        (bytes) => Uint8Array.from(bytes),
        () => null,
      ),
    forget: () => rm(file, { force: true }),
  };
}

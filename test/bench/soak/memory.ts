import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Running } from '../../e2e/fixtures/runningApp.ts';

/** Resident memory at a moment, in MB of 1024 × 1024 bytes. */
export interface MemorySample {
  /** From 0 at the beginning to 1 at the end. */
  readonly progress: number;
  readonly main: number;
  readonly renderer: number;
}

/** Reads how much of the processes of a running app is resident. */
export class MemoryWatch {
  readonly #main: number;
  readonly #renderers: readonly number[];

  private constructor(main: number, renderers: readonly number[]) {
    this.#main = main;
    this.#renderers = renderers;
  }

  /** To be made once the window shows its page: its process stays the same then. */
  static async of({ window, pid }: Running): Promise<MemoryWatch> {
    const browser = window.context().browser();
    if (browser === null) throw new Error('The window belongs to no browser.');
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return new MemoryWatch(
      pid,
      processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id),
    );
  }

  async sample(progress: number): Promise<MemorySample> {
    // Chromium keeps an empty renderer in reserve: the page's is the largest.
    const renderers = await Promise.all(this.#renderers.map((pid) => residentMb(pid).catch(() => 0)));
    return { progress, main: await residentMb(this.#main), renderer: Math.max(...renderers) };
  }
}

async function residentMb(pid: number): Promise<number> {
  const kib =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid.toString()}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', pid.toString()])).stdout.trim();
  const value = Number(kib) / 1024;
  if (!(value > 0)) throw new Error(`The memory of the process ${pid.toString()} could not be read.`);
  return value;
}

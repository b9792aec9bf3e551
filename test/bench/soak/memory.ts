import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { OwnProcess } from '../../e2e/fixtures/runningApp.ts';

/** Memory of a process, in MB of 1024 × 1024 bytes. */
export interface ProcessMemory {
  /** All that is in memory, also what it shares with others: the code of Chromium counts in each of its processes. */
  readonly resident: number;
  /** Of it what no file of the disk stands for: the heaps, and the drawn page. Null where the system does not tell. */
  readonly own: number | null;
}

export interface MemorySample {
  /** From 0 at the beginning to 1 at the end. */
  readonly progress: number;
  readonly main: ProcessMemory;
  readonly renderer: ProcessMemory;
  /** Of the sample data service; nothing while it does not run. */
  readonly sample: ProcessMemory;
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
  static async of({ window, pid }: OwnProcess): Promise<MemoryWatch> {
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
    const renderers = await Promise.all(this.#renderers.map((pid) => memoryOf(pid).catch(() => nothing)));
    const renderer = renderers.reduce((most, one) => (one.resident > most.resident ? one : most), nothing);
    return { progress, main: await memoryOf(this.#main), renderer, sample: await sampleOf(this.#main) };
  }
}

const nothing: ProcessMemory = { resident: 0, own: null };

async function sampleOf(main: number): Promise<ProcessMemory> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  for (const [, pid, parent] of stdout.matchAll(/^ *(\d+) +(\d+) .*sample-worker\.js/gm)) {
    if (Number(parent) === main) return memoryOf(Number(pid)).catch(() => nothing);
  }
  return nothing;
}

async function memoryOf(pid: number): Promise<ProcessMemory> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', pid.toString()]);
    return { resident: megabytes(stdout.trim(), pid), own: null };
  }
  const status = await readFile(`/proc/${pid.toString()}/status`, 'utf8');
  const value = (name: string): number =>
    megabytes(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1], pid);
  return { resident: value('VmRSS'), own: value('RssAnon') + value('RssShmem') };
}

function megabytes(kib: string | undefined, pid: number): number {
  const value = Number(kib) / 1024;
  if (!(value >= 0)) throw new Error(`The memory of the process ${pid.toString()} could not be read.`);
  return value;
}

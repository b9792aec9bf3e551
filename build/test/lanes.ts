import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { watchProcessorTime } from './processorTime.ts';

/** A program that runs beside others. */
export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Further variables of its environment. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The name of an earlier step whose end it waits for. */
  readonly after?: string;
}

export interface StepResult {
  readonly name: string;
  readonly passed: boolean;
  /** From its start to its end. */
  readonly seconds: number;
  /** What its processes computed; undefined where the system does not say. */
  readonly processorSeconds: number | undefined;
}

export interface LaneOptions {
  /** How many steps run at once. */
  readonly lanes: number;
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Receives what the steps print, and a line for each that ended. */
  readonly print: (text: string) => void;
  /** After how many ms without output a step is said to be slow, so that nobody takes it for stuck. */
  readonly patience?: number;
}

/**
 * Runs steps side by side, begun in the order given. Their output keeps that order and is never mixed: the first unfinished step prints
 * as it runs, later ones when their turn comes. Every step runs, also after one that failed. SIGINT and SIGTERM end all of them, and are
 * waited for: each removes its temporary files.
 * @returns one result a step, in the order given
 * @throws Interrupted
 */
export async function runInLanes(steps: readonly Step[], options: LaneOptions): Promise<StepResult[]> {
  const running = new Set<ChildProcess>();
  const outputs = orderedOutputs(steps.length, options.print);
  const ends = new Map(steps.map(({ name }) => [name, Promise.withResolvers<undefined>()]));
  const waiting = [...steps.entries()];
  const results: StepResult[] = [];
  let interrupted = false;
  const stop = (signal: NodeJS.Signals): void => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, step] = next;
      await ends.get(step.after ?? '')?.promise;
      if (!interrupted) results[index] = await runStep(step, options, outputs[index] ?? noOutput, running);
      ends.get(step.name)?.resolve(undefined);
    }
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await Promise.all(Array.from({ length: Math.max(1, options.lanes) }, work));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
  if (interrupted) throw new Interrupted();
  return results;
}

/** The run was ended by SIGINT or SIGTERM. */
export class Interrupted extends Error {}

/** How long the last output of a step that has ended is waited for, in ms. */
const outputGrace = 5000;

async function runStep(
  { name, command: [program, ...args], environment: own }: Step,
  { folder, environment, print, patience = 60_000 }: LaneOptions,
  output: Output,
  running: Set<ChildProcess>,
): Promise<StepResult> {
  const startedAt = performance.now();
  const secondsSince = (moment: number): number => (performance.now() - moment) / 1000;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a batch file there.
    shell: process.platform === 'win32' && program === 'npm',
  });
  running.add(child);
  const stopWatch = watchProcessorTime(child.pid ?? -1);
  let lastOutput = startedAt;
  const slow = setInterval(() => {
    const silent = secondsSince(lastOutput);
    if (silent * 1000 < patience) return;
    print(
      `… ${name}: nothing for ${silent.toFixed(0)} s; the load of this computer is ${(loadavg()[0] ?? 0).toFixed(1)} on ${String(availableParallelism())} processors\n`,
    );
  }, patience);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lastOutput = performance.now();
      output.write(text);
    });
  }
  let passed = false;
  // What it has started may go on, and keep its output open.
  const closed = new Promise((resolve) => child.once('close', resolve));
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    passed = code === 0;
    await Promise.race([closed, setTimeout(outputGrace, undefined, { ref: false })]);
  } catch (error) {
    output.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  clearInterval(slow);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  running.delete(child);
  const seconds = secondsSince(startedAt);
  output.end(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
  return { name, passed, seconds, processorSeconds: stopWatch() };
}

interface Output {
  write(text: string): void;
  end(text: string): void;
}

const noOutput: Output = { write: () => undefined, end: () => undefined };

/** Outputs of which each is printed when all before it have ended. */
function orderedOutputs(count: number, print: (text: string) => void): Output[] {
  const buffered = Array.from({ length: count }, () => '');
  const ended = new Set<number>();
  let current = 0;
  return buffered.map((_, index) => {
    const write = (text: string): void => {
      if (index === current) print(text);
      else buffered[index] += text;
    };
    const end = (text: string): void => {
      write(text);
      ended.add(index);
      while (ended.has(current)) {
        current += 1;
        print(buffered[current] ?? '');
      }
    };
    return { write, end };
  });
}

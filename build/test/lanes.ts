import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { watchProcessorTime } from './processorTime.ts';
import { watchSlowness } from './slowness.ts';

export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly environment?: NodeJS.ProcessEnv;
  readonly after?: string;
}

export interface StepResult {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  /** Processor time of all its processes; undefined if the system does not tell. */
  readonly processorSeconds: number | undefined;
  /** Factor by which the computer was slower than usual meanwhile; undefined if unknown. */
  readonly slowness: number | undefined;
}

export interface LaneOptions {
  readonly lanes: number;
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  /** Milliseconds without output after which a step is reported as slow, so that it does not seem stuck. */
  readonly patience?: number;
  /** Milliseconds to wait for the last output of an ended step. */
  readonly outputGrace?: number;
}

/**
 * Runs steps in parallel, started in the given order. Outputs keep that order and are not mixed: the first
 * unfinished step prints as it runs, later ones afterwards. Every step runs, even after a failure. SIGINT and
 * SIGTERM end all, and each is awaited, since it removes its temporary files.
 * @returns a result for each step in the given order
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

/** SIGINT or SIGTERM ended the run. */
export class Interrupted extends Error {}

async function runStep(
  { name, command: [program, ...args], environment: own }: Step,
  { folder, environment, print, patience = 60_000, outputGrace = 5000 }: LaneOptions,
  output: Output,
  running: Set<ChildProcess>,
): Promise<StepResult> {
  const startedAt = performance.now();
  const secondsSince = (moment: number): number => (performance.now() - moment) / 1000;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows npm is a batch file.
    shell: process.platform === 'win32' && program === 'npm',
  });
  running.add(child);
  const stopWatch = watchProcessorTime(child.pid ?? -1);
  const slownessMeanwhile = watchSlowness();
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
  // Its children may still run and keep the output open.
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
  return { name, passed, seconds, processorSeconds: stopWatch(), slowness: slownessMeanwhile() };
}

interface Output {
  write(text: string): void;
  end(text: string): void;
}

const noOutput: Output = { write: () => undefined, end: () => undefined };

/** Returns outputs that print in order, each after the previous one has ended. */
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

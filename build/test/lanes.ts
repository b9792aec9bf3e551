import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

/** A program that runs beside others. */
export interface Step {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
}

export interface StepResult {
  readonly name: string;
  readonly passed: boolean;
}

export interface LaneOptions {
  /** How many steps run at once. */
  readonly lanes: number;
  readonly folder: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Receives what the steps print, and a line for each that ended. */
  readonly print: (text: string) => void;
}

/**
 * Runs steps side by side, begun in the order given. Their output keeps that order and is never mixed: the first unfinished step prints
 * as it runs, later ones when their turn comes. Every step runs, also after one that failed. SIGINT and SIGTERM end all of them.
 * @returns one result a step, in the order given
 */
export async function runInLanes(steps: readonly Step[], options: LaneOptions): Promise<StepResult[]> {
  const running = new Set<ChildProcess>();
  const outputs = orderedOutputs(steps.length, options.print);
  const waiting = [...steps.entries()];
  const results: StepResult[] = [];
  const stop = (signal: NodeJS.Signals): void => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, step] = next;
      results[index] = await runStep(step, options, outputs[index] ?? noOutput, running);
    }
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    await Promise.all(Array.from({ length: Math.max(1, options.lanes) }, work));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
  return steps.map(({ name }, index) => results[index] ?? { name, passed: false });
}

async function runStep(
  { name, command: [program, ...args] }: Step,
  { folder, environment = {} }: LaneOptions,
  output: Output,
  running: Set<ChildProcess>,
): Promise<StepResult> {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a batch file there.
    shell: process.platform === 'win32' && program === 'npm',
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.write(text);
    });
  }
  let passed = false;
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    passed = code === 0;
  } catch (error) {
    output.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  running.delete(child);
  output.end(`${passed ? '✓' : '✗'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
  return { name, passed };
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

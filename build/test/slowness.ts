import { execFile } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { projectFolder } from '../start/project.ts';

/** Processor seconds of `fixedWork.ts` on the computer that the budgets were measured on. */
const usualSeconds = 0.3;

const program = path.join(projectFolder, 'build', 'test', 'fixedWork.ts');

/**
 * Measures how slow the computer is meanwhile, from the processor time of fixed work every 10 seconds. A busy
 * processor takes up to three times as long for the same work; a slower app changes nothing of it.
 * @returns a function that stops and returns a factor, at least 1; undefined before the first work has ended
 */
export function watchSlowness(interval = 10_000): () => number | undefined {
  const samples: number[] = [];
  const sample = (): void => {
    execFile(process.execPath, [program], (error, seconds) => {
      if (error === null) samples.push(Number(seconds));
    });
  };
  sample();
  const timer = setInterval(sample, interval);
  return () => {
    clearInterval(timer);
    const mean = samples.reduce((sum, one) => sum + one, 0) / samples.length;
    return samples.length === 0 ? undefined : Math.max(1, mean / usualSeconds);
  };
}

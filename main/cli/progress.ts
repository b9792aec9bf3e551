import type { Job } from '../../preload/contract/jobs.ts';
import type { JobControl } from '../features/jobs/jobs.ts';
import { clearLine, remark } from './output.ts';

/** An estimate from less time would jump about. */
const leastElapsedMs = 1000;

/** How often progress is shown at a terminal, where a line is written over, and elsewhere, where each is a line of its own. */
const intervalMs = { terminal: 200, elsewhere: 10_000 };

/** Does work, and shows on the standard error how far it is, and what it waits for. */
export async function withProgress<T>(
  signal: AbortSignal,
  work: (control: JobControl) => Promise<T>,
  lineOf = progressLine,
): Promise<T> {
  const { isTTY } = process.stderr;
  const job: Partial<Job> = {};
  const startedAt = Date.now();
  const said = new Set<string>();
  const show = (): void => {
    // What is waited for has been said.
    if (job.state === 'waiting') return;
    const line = lineOf(job, Date.now() - startedAt);
    if (isTTY) process.stderr.write(`\r${line}\u001B[K\r`);
    else remark(line);
  };
  const timer = setInterval(show, isTTY ? intervalMs.terminal : intervalMs.elsewhere);
  const update: JobControl['update'] = (change) => {
    const waitsAnew = change.state === 'waiting' && job.state !== 'waiting';
    Object.assign(job, change);
    if (waitsAnew && typeof job.resumesAt === 'number') {
      const at = new Date(job.resumesAt).toISOString();
      if (job.waitsFor === 'retry') remark(`The next try is at ${at}.`);
      else if (job.waitsFor === undefined) remark(`Hourly request limit reached. Resuming at ${at}.`);
    }
    if (change.note === undefined || said.has(change.note)) return;
    said.add(change.note);
    remark(change.note);
  };
  try {
    return await work({ signal, update });
  } finally {
    clearInterval(timer);
    clearLine();
  }
}

/** Rows, bytes and the time left at the pace so far, in seconds: `1,200 of 3,512 records, 1.4 MB, about 12 s left`. */
export function progressLine({ done = 0, total, bytes }: Partial<Job>, elapsedMs: number): string {
  const parts = [
    `${done.toLocaleString('en')}${typeof total === 'number' ? ` of ${total.toLocaleString('en')}` : ''} records`,
  ];
  if (typeof bytes === 'number' && bytes > 0) parts.push(`${(bytes / 1e6).toFixed(1)} MB`);
  if (typeof total === 'number' && done > 0 && done < total && elapsedMs >= leastElapsedMs) {
    parts.push(`about ${Math.ceil(((total - done) * elapsedMs) / done / 1000).toLocaleString('en')} s left`);
  }
  return parts.join(', ');
}

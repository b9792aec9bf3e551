import type { Job } from '../../preload/contract/jobs.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { clearLine, remark } from './output.ts';

/** Earlier estimates would jump. */
const leastElapsedMs = 1000;

/** Intervals at a terminal, which overwrites one line, and elsewhere, with a line each. */
const intervalMs = { terminal: 200, elsewhere: 10_000 };

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
    // The wait is already shown.
    if (job.state === 'waiting') return;
    const line = lineOf(job, Date.now() - startedAt);
    if (isTTY) process.stderr.write(`\r${line}\u001B[K\r`);
    else remark(line);
  };
  const timer = setInterval(show, isTTY ? intervalMs.terminal : intervalMs.elsewhere);
  const sayWait = waitSayer();
  const update: JobControl['update'] = (change) => {
    Object.assign(job, change);
    sayWait(job);
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

export function waitSayer(name = ''): (job: Partial<Job>) => void {
  let saidUntil: number | null = null;
  return ({ state, resumesAt = null, waitsFor, reason }) => {
    const isSaid = waitsFor === undefined || waitsFor === 'retry';
    const until = state === 'waiting' && isSaid ? resumesAt : null;
    if (until !== null && until !== saidUntil) {
      const at = new Date(until).toISOString();
      const what =
        waitsFor === 'retry'
          ? `${reason ?? 'Interrupted.'} The next try is at ${at}.`
          : `Hourly request limit reached. Resuming at ${at}.`;
      remark(name === '' ? what : `${name}: ${what}`);
    }
    saidUntil = until;
  };
}

/** Example: `1,200 of 3,512 records, 1.4 MB, about 12 s left`. */
export function progressLine({ done = 0, total, bytes, leftMs }: Partial<Job>, elapsedMs: number): string {
  const parts = [
    `${done.toLocaleString('en')}${typeof total === 'number' ? ` of ${total.toLocaleString('en')}` : ''} records`,
  ];
  if (typeof bytes === 'number' && bytes > 0) parts.push(`${(bytes / 1e6).toFixed(1)} MB`);
  if (typeof total === 'number' && done > 0 && done < total && elapsedMs >= leastElapsedMs) {
    const left = leftMs ?? ((total - done) * elapsedMs) / done;
    parts.push(`about ${Math.ceil(left / 1000).toLocaleString('en')} s left`);
  }
  return parts.join(', ');
}

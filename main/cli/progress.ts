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

/** Returns what says of a job, each time that it begins to wait, why and until when: a log is then enough to act on. */
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

/** Rows, bytes and the time left at the pace so far, in seconds: `1,200 of 3,512 records, 1.4 MB, about 12 s left`. */
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

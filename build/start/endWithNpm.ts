import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Import it first. Ends this process after npm or its shell, since neither passes signals on. */

/** Milliseconds between checks. */
const interval = 1000;

/** Returns the parent process; undefined if the system does not tell. */
function parentOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

if (process.env['npm_lifecycle_event'] === 'start') {
  const shell = process.ppid;
  const npm = parentOf(shell);
  setInterval(() => {
    // A process that loses its parent gets another one.
    if (process.ppid !== shell || parentOf(shell) !== npm) process.kill(process.pid, 'SIGTERM');
  }, interval).unref();
}

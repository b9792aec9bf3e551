import { readFileSync } from 'node:fs';
import process from 'node:process';

/**
 * Ends this process when npm, or the shell that npm has started it in, has ended: neither passes on a signal that it gets, and the app would go on
 * without anybody. To be imported first.
 */

/** How often that is looked at, in ms. */
const interval = 1000;

/** The process that has started another; undefined where the system does not say. */
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
    // Who loses the process that has started it gets another one.
    if (process.ppid !== shell || parentOf(shell) !== npm) process.kill(process.pid, 'SIGTERM');
  }, interval).unref();
}

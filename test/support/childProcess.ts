import type { ChildProcess } from 'node:child_process';
import process from 'node:process';

const children = new Set<ChildProcess>();

/**
 * Ends a child process with this one, so that a failed test leaves none behind. A test runner waits until its
 * output is closed, which a surviving child would keep open.
 */
export function endWithThisProcess(child: ChildProcess): void {
  if (children.size === 0) process.on('exit', endAll).on('SIGTERM', exit);
  children.add(child);
  child.once('exit', () => {
    children.delete(child);
    if (children.size === 0) process.off('exit', endAll).off('SIGTERM', exit);
  });
}

function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** Without a listener, the signal ends the process before its `exit` event. */
function exit(): void {
  process.exit(143);
}

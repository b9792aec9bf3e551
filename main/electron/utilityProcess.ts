import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { childEnvironment, type StartChildProcess } from '../platform/system/childProcess.ts';

/** A process that has not started by then never will. */
const launchedWithinMs = 10_000;

/** The packed program cannot run as Node (its fuse `runAsNode` is off). Call once Electron is ready. */
export const startUtilityProcess: StartChildProcess = (module, output = 'ignore') => {
  const ended = new Set<() => void>();
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    clearTimeout(launching);
    for (const listener of ended) listener();
    ended.clear();
  };
  // Electron emits nothing for a process that the system fails to start (`electron_api_utility_process.cc`).
  const launching = setTimeout(end, launchedWithinMs);
  const child = utilityProcess.fork(fileURLToPath(module), [], {
    env: childEnvironment(),
    stdio: output,
    serviceName: `RWA Explorer ${basename(module.pathname, '.js')}`,
  });
  child.once('spawn', () => {
    clearTimeout(launching);
    if (hasEnded) endProcess(child.pid);
  });
  // A fatal error of V8; `exit` follows. Without a listener it would end the app.
  child.on('error', () => undefined);
  child.once('exit', end);
  return {
    post(message) {
      child.postMessage(message);
    },
    onMessage(listener) {
      child.on('message', listener);
    },
    onExit(listener) {
      ended.add(listener);
    },
    kill() {
      // `kill` sends SIGTERM, which the child may handle. A process has no id before `spawn`.
      if (child.pid === undefined) child.once('spawn', () => endProcess(child.pid));
      else endProcess(child.pid);
    },
  };
};

function endProcess(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the process has already ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

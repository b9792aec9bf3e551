import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { childEnvironment, type StartChildProcess } from '../platform/system/childProcess.ts';

/**
 * Starts a process of the app on Electron's Node, once Electron is ready: the program itself cannot run as Node (its fuse `runAsNode` is
 * off).
 */
export const startUtilityProcess: StartChildProcess = (module, output = 'ignore') => {
  const child = utilityProcess.fork(fileURLToPath(module), [], {
    env: childEnvironment(),
    stdio: output,
    serviceName: `RWA Explorer ${basename(module.pathname, '.js')}`,
  });
  return {
    post(message) {
      child.postMessage(message);
    },
    onMessage(listener) {
      child.on('message', listener);
    },
    onExit(listener) {
      child.once('exit', listener);
    },
    kill() {
      // Its own `kill` sends SIGTERM, which waits for nothing here but may be handled. Before it is spawned it has no id.
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
    // It has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledFolder } from './compiled.ts';

export interface ChildProcess {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also if the process cannot be started. */
  onExit(listener: () => void): void;
  kill(): void;
}

/**
 * Starts a process whose code is a module of this app; `connectToParent` is its side. Electron's way is in
 * `main/electron/utilityProcess.ts`.
 * @param output destination of its standard error; default: `ignore`
 */
export type StartChildProcess = (module: URL, output?: 'inherit' | 'ignore') => ChildProcess;

/** Variables that systems need to start a program, or to find the temporary folder. */
const neededVariables = ['PATH', 'SystemRoot', 'windir', 'TEMP', 'TMP', 'TMPDIR', 'SQLITE_TMPDIR', 'LANG'];

/** The environment of such a process: nothing of the user's, above all no API key. */
export function childEnvironment(): Record<string, string> {
  return Object.fromEntries(
    neededVariables.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export const startNodeProcess: StartChildProcess = (module, output = 'ignore') => {
  const compiled = compiledFolder();
  const child = fork(fileURLToPath(module), [], {
    env: {
      ...childEnvironment(),
      ...(compiled === null ? {} : { NODE_COMPILE_CACHE: compiled }),
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', output, 'ipc'],
    serialization: 'advanced',
  });
  return {
    post(message) {
      // `onExit` reports an ended process.
      if (child.connected) child.send(message as object, () => undefined);
    },
    onMessage(listener) {
      child.on('message', listener);
    },
    onExit(listener) {
      let hasEnded = false;
      const end = (): void => {
        if (!hasEnded) listener();
        hasEnded = true;
      };
      child.once('exit', end).once('error', end);
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
};

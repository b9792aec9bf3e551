import { fork, type ChildProcess } from 'node:child_process';
import { Emitter } from './emitter.ts';
import { electronName } from './lacking.ts';

interface UtilityEvents {
  spawn: [];
  exit: [code: number];
  message: [message: unknown];
  /** Electron tells a fatal error of V8 by it: listened to, never happens. */
  error: [type: string, location: string, report: string];
}

type ForkOptions = Pick<Electron.ForkOptions, 'execArgv' | 'cwd' | 'serviceName'> & {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio?: 'ignore' | 'inherit';
};

/** `utilityProcess`: a process of Node, in which `utilityParentPort.ts` makes what Electron gives one. */
export class UtilityProcess
  extends Emitter<UtilityEvents>
  implements Pick<Electron.UtilityProcess, 'pid' | 'postMessage' | 'kill'>
{
  readonly [electronName] = 'electron.UtilityProcess';
  protected readonly events = ['spawn', 'exit', 'message', 'error'] as const;
  private readonly child: ChildProcess;
  private isRunning = false;

  /** Made by `fork`. */
  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super();
    const { env = process.env, execArgv = [], cwd, stdio = 'inherit' } = options;
    this.child = fork(modulePath, args, {
      env,
      execPath: process.env['CHROMIUM_SHELL_NODE'] ?? process.execPath,
      execArgv: ['--import', new URL('utilityParentPort.ts', import.meta.url).href, ...execArgv],
      stdio: ['ignore', stdio, stdio, 'ipc'],
      serialization: 'advanced',
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.child.once('spawn', () => {
      this.isRunning = true;
      this.happen('spawn');
    });
    this.child.on('message', (message) => {
      this.happen('message', message);
    });
    const end = (code: number | null): void => {
      if (!this.isRunning && code === null) return;
      this.isRunning = false;
      this.happen('exit', code ?? 1);
    };
    // Of a process that cannot be started Electron says nothing at all (`electron_api_utility_process.cc`).
    this.child.once('exit', end).once('error', () => undefined);
  }

  /** Rule: docs/api/utility-process.md: only once the app is ready. */
  static fork(modulePath: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess {
    return new UtilityProcess(modulePath, args, options);
  }

  get pid(): number | undefined {
    return this.isRunning ? this.child.pid : undefined;
  }

  postMessage(message: unknown): void {
    if (this.child.connected) this.child.send(message as object, () => undefined);
  }

  kill(): boolean {
    return this.child.kill('SIGTERM');
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openStore, type Store } from '../../../../main/store/store.ts';
import { endWithThisProcess } from '../../../support/childProcess.ts';
import { workers } from '../../../support/built.ts';
import { newStore } from '../../../support/newStore.ts';

const workerUrl = workers.store;

/** A store that is closed when the test is over, or before; an empty one where no folder is named. */
export async function openTestStore(folder?: string): Promise<Store & AsyncDisposable> {
  const store = folder === undefined ? await newStore() : await openStore({ folder, workerUrl });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= store.close());
  return { ...store, close, [Symbol.asyncDispose]: close };
}

export interface StoreProcess {
  readonly child: ChildProcess;
  /** What it says, one JSON value a line; ends when the process ends. */
  readonly lines: AsyncIterable<string>;
  readonly ended: Promise<number | null>;
}

/** Starts `storeProcess.ts`, by a program that changes the privileges of what it starts, if one is named. */
export function startStoreProcess(args: readonly string[], startedBy: readonly string[] = []): StoreProcess {
  const script = fileURLToPath(new URL('storeProcess.ts', import.meta.url));
  const [program = '', ...all] = [...startedBy, process.execPath, script, ...args];
  const child = spawn(program, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithThisProcess(child);
  return {
    child,
    lines: createInterface({ input: child.stdout }),
    ended: new Promise((resolve) => {
      child.once('close', (code) => {
        resolve(code);
      });
    }),
  };
}

/** Everything a process says until it ends. */
export async function linesOf({ lines }: StoreProcess): Promise<unknown[]> {
  const said: unknown[] = [];
  for await (const line of lines) said.push(JSON.parse(line));
  return said;
}

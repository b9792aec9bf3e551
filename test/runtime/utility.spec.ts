import { z } from 'zod';
import { isRunning } from '../support/processes.ts';
import { call, expect, ready, test } from './runtimeApp.ts';

/** Processes of the app on Electron's Node. docs/api/utility-process.md, docs/api/parent-port.md. */

test('a utility process answers by its parent port and ends when it is told', async ({ app }) => {
  await ready(app);
  expect(await call(app, 'utility')).toEqual({
    echo: true,
    arguments: ['argument'],
    environment: 'set',
    // It has no channel of Node.
    hasSend: 'undefined',
    // The app says what to do where it is false: `main/features/sql/sqlProcess.ts`.
    hasSqlite: true,
    // "If the child process fails to spawn due to errors, then the value is undefined": as before it is spawned.
    pidAtOnce: 'undefined',
    pid: 'number',
    pidAfter: 'undefined',
  });
});

test('one ends with the app, also where that is killed', async ({ app }) => {
  await ready(app);
  const pid = z.number().parse(await call(app, 'startUtility'));
  expect(isRunning(pid)).toBe(true);
  await app.crash();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('one that never rests is ended by its id', async ({ app }) => {
  await ready(app);
  expect(await call(app, 'endBusyUtility')).toEqual(expect.any(Number));
});

import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { app } from 'electron';
import { runWithoutWindow } from '../../../main/electron/packedCommandLine.ts';
import { runAgain } from '../../../main/electron/withoutDisplay.ts';

/** Commands of the app that do what its own rarely do. The last argument says what. */

app.setPath('userData', path.resolve(process.env['COMMAND_DATA']));
const at = process.argv.indexOf('again');
if (at !== -1) await runAgain(process.argv.slice(at + 1));
else
  runWithoutWindow([], async ({ stop }) => {
    await app.whenReady();
    process.stdout.write(`begun by ${process.pid}\n`);
    const what = process.argv.at(-1);
    if (what === 'throw')
      setTimeout(() => {
        throw new Error('Thrown by a timer.\nSecond line.');
      });
    if (what === 'reject') void Promise.reject(new Error('Rejected by nobody.'));
    const going = setInterval(() => undefined, 1000);
    if (!stop.signal.aborted) await once(stop.signal, 'abort');
    // What it closes takes its time: whoever stops it again meanwhile finds it at that.
    process.stdout.write('stopping\n');
    await (what === 'never' ? new Promise(() => undefined) : wait(100));
    clearInterval(going);
    process.stdout.write('closed\n');
    return stop.exitCode;
  });

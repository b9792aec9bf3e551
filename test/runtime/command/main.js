import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { app } from 'electron';
import { readStart } from '../../../main/electron/modes.ts';
import { runWithoutWindow } from '../../../main/electron/packedCommandLine.ts';
import { runAgain } from '../../../main/electron/runAgain.ts';

/** Commands of the app that do what its own rarely do. */

app.setPath('userData', path.resolve(process.env['COMMAND_DATA']));
const start = readStart();
if (start.mode === 'again') await runAgain(start.args);
else
  runWithoutWindow(start.command, async ({ argv: [what], stop }) => {
    await app.whenReady();
    process.stdout.write(`begun by ${process.pid}\n`);
    if (what === 'throw')
      setTimeout(() => {
        throw new Error('Thrown by a timer.\nSecond line.');
      });
    // What Electron does where the session ends, and its bus with it (`ExitOnSessionLoss` in `electron_browser_main_parts.cc`).
    if (what === 'lose') setTimeout(() => app.exit(0));
    if (what === 'reject') void Promise.reject(new Error('Rejected by nobody.'));
    // The end of a command that closes for too long is put off again and again: only a second signal ends this one.
    const going = setInterval(what === 'never' ? stop.closes : () => undefined, 1000);
    if (!stop.signal.aborted) await once(stop.signal, 'abort');
    // What it closes takes its time: whoever stops it again meanwhile finds it at that.
    process.stdout.write('stopping\n');
    await (what === 'never' ? new Promise(() => undefined) : wait(100));
    clearInterval(going);
    process.stdout.write('closed\n');
    return stop.exitCode;
  });

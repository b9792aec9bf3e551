import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Kills this process before the step KILL_AT of those that change files, counted from the moment at which the file KILL_ARMED is there:
 * a real SIGKILL between two steps. A process that ends by itself writes their number. To be imported before the program. What SQLite writes is not a step; tests that kill by the clock
 * reach into it.
 */
const at = Number(process.env['KILL_AT']);
const armed = process.env['KILL_ARMED'] ?? '';
const { existsSync } = fs;
let steps = 0;

for (const name of [
  'copyFileSync',
  'fsyncSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'utimesSync',
  'writeFileSync',
]) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (existsSync(armed)) {
      steps += 1;
      if (steps === at) process.kill(process.pid, 'SIGKILL');
    }
    return original(...args);
  };
}
syncBuiltinESMExports();
process.on('exit', () => process.stdout.write(steps.toString()));

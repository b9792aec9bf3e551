import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread, Worker } from 'node:worker_threads';

/**
 * Kills this process at the step KILL_AT of a run of a schedule: a real SIGKILL. Steps are the calls of the main thread to other threads,
 * each write to the user's database among them, and what any thread does to files, both before and after it is done. They are counted
 * in the file KILL_STEPS, which exists once a run holds the lock of its schedule. To be imported before the program.
 */
const at = Number(process.env['KILL_AT']);
const counter = process.env['KILL_STEPS'] ?? '';
const { appendFileSync, existsSync, statSync } = fs;

function step() {
  if (!existsSync(counter)) return;
  appendFileSync(counter, '.');
  if (statSync(counter).size === at) process.kill(process.pid, 'SIGKILL');
}

if (isMainThread) {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.path?.at(-1) === 'hold' && !existsSync(counter)) appendFileSync(counter, '');
    step();
    return postMessage.call(this, message, ...rest);
  };
}
for (const name of ['fsyncSync', 'mkdirSync', 'openSync', 'renameSync', 'rmSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    step();
    const value = original(...args);
    step();
    return value;
  };
}
for (const name of ['access', 'open', 'readdir', 'rename', 'rm']) {
  const original = fs.promises[name];
  fs.promises[name] = async (...args) => {
    step();
    const value = await original(...args);
    step();
    return value;
  };
}
syncBuiltinESMExports();

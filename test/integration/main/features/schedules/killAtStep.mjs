import Database from 'better-sqlite3';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { isMainThread, Worker } from 'node:worker_threads';

/**
 * Kills this process at the step KILL_AT of a run of a schedule: a real SIGKILL. Steps are the calls of the main thread to other threads,
 * each statement that writes to the user's database, and what any thread does to files, both before and after it is done. They are counted
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
    step();
    return postMessage.call(this, message, ...rest);
  };
}
const { exec } = Database.prototype;
Database.prototype.exec = function (sql) {
  const value = exec.call(this, sql);
  const isLock = basename(this.name).startsWith('schedule') && sql === 'BEGIN EXCLUSIVE';
  if (isLock && !existsSync(counter)) appendFileSync(counter, '');
  return value;
};
const anyDatabase = new Database(':memory:');
const statements = Object.getPrototypeOf(anyDatabase.prepare('SELECT 1'));
anyDatabase.close();
const { run } = statements;
statements.run = function (...values) {
  const isUsers = basename(this.database.name) === 'user.db';
  if (isUsers) step();
  const value = run.apply(this, values);
  if (isUsers) step();
  return value;
};
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

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

/**
 * What somebody does who has just cloned the project: the commands of the README, one after the other. Plain JavaScript without
 * packages, since it runs on a machine that has nothing yet.
 *
 *   node journey.mjs PROJECT USER start|test …
 *
 * Runs as root, and types as USER. Where a command ends by naming another to type, root types it, and USER starts again. Says
 * what was done, and ends with 1 where something did not go as the README says.
 */

const [project = '', user = '', ...order] = process.argv.slice(2);
const debuggingPort = 9333;

/** @type {{ what: string, seconds: number, note: string }[]} */
const done = [];
const problems = [];
try {
  for (const name of order) await (name === 'start' ? installAndStart() : installAndTest());
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
}
for (const { what, seconds, note } of done) process.stdout.write(`${what}: ${seconds} s ${note}\n`);
for (const problem of problems) process.stdout.write(`✗ ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** `npm ci && npm start`, until the first rows are in the window; then Ctrl+C. */
async function installAndStart() {
  await install();
  await helped('npm start', async () => {
    const started = type(`npm start -- --remote-debugging-port=${debuggingPort}`);
    const gaveUp = new AbortController();
    const shown = showsRows(gaveUp.signal).then(
      () => 'rows',
      (error) => `no rows: ${error.message}`,
    );
    const outcome = await Promise.race([started.ended, shown]);
    gaveUp.abort();
    if (typeof outcome === 'number') return { code: outcome, output: started.output() };
    started.interrupt();
    const code = await started.ended;
    if (outcome !== 'rows') throw new Error(`npm start shows ${outcome}`);
    expect(code === 0 || code === 130, `npm start ends with ${code} after Ctrl+C`);
    const left = processesOf(project);
    expect(left === '', `npm start leaves processes behind: ${left}`);
    return { code: 0, output: started.output(), note: 'first rows in the window' };
  });
}

/** `npm ci && npm test`. */
async function installAndTest() {
  await install();
  await helped('npm test', async () => {
    const started = type('npm test');
    const code = await started.ended;
    const summary = started.output().trim().split('\n').at(-1) ?? '';
    return { code, output: started.output(), note: summary };
  });
}

async function install() {
  const begun = Date.now();
  const installing = type('npm ci');
  expect((await installing.ended) === 0, 'npm ci fails');
  const warnings = installing
    .output()
    .split('\n')
    .filter((line) => /^npm (warn|error|ERR)/i.test(line));
  expect(warnings.length === 0, `npm ci prints ${warnings.length} warnings, the first: ${warnings[0]}`);
  done.push({ what: 'npm ci', seconds: secondsSince(begun), note: '' });
  // The project silences npm's warnings, for those about a Node that the scripts do not run on. On their own Node there are none.
  const asked = type('PATH="$PWD/node_modules/.bin:$PATH" npm ci --dry-run --loglevel=warn');
  await asked.ended;
  const engines = asked.output().match(/EBADENGINE.*/g) ?? [];
  expect(engines.length === 0, `packages do not want the project's own Node: ${engines.join(' ')}`);
}

/**
 * Runs a command of the README. Where it ends with a command to type, root types that, once, and the user starts again.
 * @param {string} what
 * @param {() => Promise<{ code: number, output: string, note?: string }>} run
 */
async function helped(what, run) {
  for (const mayAsk of [true, false]) {
    const begun = Date.now();
    const { code, output, note = '' } = await run();
    if (code === 0) {
      done.push({ what, seconds: secondsSince(begun), note });
      return;
    }
    const commands = [...output.matchAll(/^ {2}(?:sudo|su -c) .*$/gm)].map(([line]) => line.trim());
    if (!mayAsk || user === 'root' || commands.length === 0)
      throw new Error(`${what} ends with ${code}${note === '' ? '' : `: ${note}`}`);
    expect(commands.length === 1, `${what} names ${commands.length} commands to type instead of one`);
    expect(
      !existsSync(path.join(project, 'out')) || done.length > 1,
      `${what} leaves a build behind that nobody can start`,
    );
    done.push({ what, seconds: secondsSince(begun), note: `names one command to type` });
    const command = commands[0]
      .replace(/^su -c '(.*)'$/, '$1')
      .replace(/^sudo /, '')
      .replaceAll('&& sudo ', '&& ');
    process.stdout.write(`# ${command}\n`);
    const { status } = spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
    expect(status === 0, `the command that ${what} names fails: ${command}`);
  }
}

/** Types a command in the project's folder, in a terminal session of its own. */
function type(command) {
  process.stdout.write(`$ ${command}\n`);
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`));
  const [, , uid, gid, , home] = (line ?? '').split(':');
  const child = spawn('sh', ['-c', command], {
    cwd: project,
    detached: true,
    uid: Number(uid),
    gid: Number(gid),
    env: { ...process.env, HOME: home, USER: user, LOGNAME: user },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      process.stdout.write(chunk);
    });
  }
  return {
    output: () => text,
    ended: once(child, 'close').then(([code]) => code ?? 130),
    /** Ctrl+C reaches every process of the terminal. */
    interrupt: () => process.kill(-child.pid, 'SIGINT'),
  };
}

/** Waits for the window, goes into the sample data, and resolves when the first rows are there. */
async function showsRows(signal) {
  const until = Date.now() + 15 * 60_000;
  while (!(await answers())) {
    if (signal.aborted || Date.now() > until) throw new Error('no window after 15 minutes');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { chromium } = createRequire(path.join(project, 'package.json'))('playwright-core');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort}`, { noDefaults: true });
  const page = browser.contexts()[0].pages()[0];
  const welcome = page.getByRole('button', { name: 'Explore sample data' });
  const cell = page.getByRole('gridcell').first();
  await welcome.or(cell).waitFor({ timeout: 60_000 });
  if (await welcome.isVisible()) {
    await welcome.click();
    await page.getByRole('navigation').getByRole('button', { name: 'Assets' }).click();
  }
  await cell.waitFor({ timeout: 120_000 });
  await browser.close();
}

function answers() {
  return fetch(`http://127.0.0.1:${debuggingPort}/json/version`).then(
    () => true,
    () => false,
  );
}

/** The command lines of processes that were started from the project's folder. */
function processesOf(folder) {
  const { stdout } = spawnSync('sh', [
    '-c',
    `for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "$0" ] && tr '\\0' ' ' <$p/cmdline && echo; done; true`,
    folder,
  ]);
  return stdout.toString().trim();
}

function expect(holds, problem) {
  if (!holds) problems.push(problem);
}

function secondsSince(begun) {
  return Math.round((Date.now() - begun) / 1000);
}

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { projectFolder } from '../../build/start/project.ts';
import { buildMachine, nodeMajors } from './machine.ts';

/**
 * `npm run test:fresh`: runs the commands of the README on a bare Debian as somebody would who has just cloned the project. Needs
 * root on Linux, and debootstrap.
 */

const usage = `Usage: npm run test:fresh -- [--node ${nodeMajors.join('|')}] [--user root|plain] [--order start,test|test,start] [--folder NAME] [--work DIR]

  --node    the machine's own Node, 20 if not given
  --user    root, or a user who may not install packages; root if not given
  --order   the commands of the README, in the order in which they are typed
  --folder  the name of the clone's folder
  --work    where the machine is built and what it needs is kept for the next; needs 8 GB`;

const resultSchema = z.object({
  done: z.array(z.object({ what: z.string(), seconds: z.number(), note: z.string() })),
  problems: z.array(z.string()),
});

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    node: { type: 'string', default: '20' },
    user: { type: 'string', default: 'root' },
    order: { type: 'string', default: 'start,test' },
    folder: { type: 'string', default: 'RWA Explörer prüfen' },
    work: { type: 'string', default: path.join(tmpdir(), 'rwa-fresh') },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const order = values.order.split(',');
if (
  !nodeMajors.includes(values.node) ||
  !['root', 'plain'].includes(values.user) ||
  !order.every((name) => name === 'start' || name === 'test')
)
  refuse(usage);
if (process.platform !== 'linux' || process.getuid?.() !== 0)
  refuse('Only root on Linux can build a machine.');
// Where debootstrap lies, also for a shell whose PATH is that of a user.
process.env['PATH'] = [process.env['PATH'], '/usr/sbin', '/sbin'].join(path.delimiter);
try {
  execFileSync('sh', ['-c', 'command -v debootstrap'], { stdio: 'ignore' });
} catch {
  refuse('debootstrap is missing. Type: apt-get install debootstrap');
}

const work = path.resolve(values.work);
const machine = buildMachine(work, values.node);
const home = values.user === 'root' ? '/root' : '/home/plain';
const logFile = path.join(work, `node-${values.node}-${values.user}-${order.join('-')}.log`);
rmSync(logFile, { force: true });
if (values.user === 'plain') {
  await machine.run(['useradd', '--create-home', '--shell', '/bin/sh', 'plain'], logFile);
  await machine.run(['chmod', '700', home], logFile);
}
const project = path.join(home, values.folder);
const clone = path.join(machine.root, project);
execFileSync('git', ['clone', '--quiet', '--no-hardlinks', projectFolder, clone], { stdio: 'inherit' });
if (values.user === 'plain') await machine.run(['chown', '-R', 'plain:plain', project], logFile);
mkdirSync(path.join(machine.root, 'opt/journey'), { recursive: true });
copyFileSync(
  path.join(import.meta.dirname, 'journey.mjs'),
  path.join(machine.root, 'opt/journey/journey.mjs'),
);

const code = await machine.run(
  ['node', '/opt/journey/journey.mjs', project, values.user, '/opt/journey/result.json', ...order],
  logFile,
);
const result = resultSchema.parse(
  JSON.parse(readFileSync(path.join(machine.root, 'opt/journey/result.json'), 'utf8')),
);
const changed = execFileSync('git', ['-C', clone, '-c', `safe.directory=${clone}`, 'status', '--porcelain'], {
  encoding: 'utf8',
}).trim();
const problems = [
  ...result.problems,
  ...(changed === '' ? [] : [`The commands change files of the project: ${changed}`]),
];
const commit = execFileSync(
  'git',
  ['-C', clone, '-c', `safe.directory=${clone}`, 'rev-parse', '--short', 'HEAD'],
  {
    encoding: 'utf8',
  },
).trim();
process.stdout.write(`\nNode ${values.node}, ${values.user}, ${order.join(' then ')}, commit ${commit}\n`);
for (const { what, seconds, note } of result.done) {
  process.stdout.write(`  ${what}: ${seconds.toString()} s${note === '' ? '' : `, ${note}`}\n`);
}
for (const problem of problems) process.stdout.write(`  ✗ ${problem}\n`);
process.stdout.write(`  The output is in ${logFile}\n`);
process.exitCode = code === 0 && problems.length === 0 ? 0 : 1;

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { callNames } from '../../preload/contract/names.ts';
import { readTasks } from './filesToOpen.ts';
import { firstScriptBytes } from './firstScript.ts';
import { declarationsOfStoreMethods } from './storeMethods.ts';

/**
 * `npm run measure`: prints the size of the product and how much of it only forwards or repeats. Compare the
 * figures between versions. Tests and build scripts do not count.
 */

const smallestDuplicate = 6;
const longFile = 400;

const files = globSync('{main,preload,renderer}/**/*.{ts,svelte,css,html,mjs}')
  .map((file) => file.replaceAll(path.sep, '/'))
  .sort();
const linesOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8').trimEnd().split('\n')]));

function moduleOf(file: string): string {
  const depth = /^(main|renderer)\/(features|platform)\//.test(file) ? 3 : 2;
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, depth).join('/');
}

function sizes(): [string, number][] {
  const sums = new Map<string, number>();
  for (const [file, lines] of linesOf) {
    const module = moduleOf(file);
    sums.set(module, (sums.get(module) ?? 0) + lines.length);
  }
  return [...sums].sort((a, b) => b[1] - a[1]);
}

/** Counts blocks that repeat earlier lines, without imports. A block counts once, whatever its length. */
function duplicates(): number {
  const seen = new Set<string>();
  let count = 0;
  for (const lines of linesOf.values()) {
    const code = lines
      .map((line) => line.trim())
      .filter((line) => line.length > 3 && !/^(import|\} from)\b/.test(line));
    let isInside = false;
    for (let first = 0; first + smallestDuplicate <= code.length; first += 1) {
      const window = code.slice(first, first + smallestDuplicate).join('\n');
      const isSeen = seen.has(window);
      if (isSeen && !isInside) count += 1;
      isInside = isSeen;
      seen.add(window);
    }
  }
  return count;
}

/** Average number of product files that name a bridge call: those to open to follow it. */
function filesForACall(): number {
  const texts = [...linesOf]
    .filter(([file]) => file !== 'preload/contract/names.ts')
    .map(([, lines]) => lines.join('\n'));
  const counts = callNames.map(
    (name) => texts.filter((text) => new RegExp(`\\b${name}\\b`).test(text)).length,
  );
  return mean(counts);
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function print(figure: string | number, name: string): void {
  console.log(`${String(figure).padStart(9)}  ${name}`);
}

function firstScript(): string {
  const bytes = firstScriptBytes();
  return bytes === null ? 'not built' : `${(bytes / 1000).toFixed(0)} kB`;
}

const all = [...linesOf.values()].flat();
const tasks = readTasks(readFileSync('CONTRIBUTING.md', 'utf8'));
const declared = [
  ...declarationsOfStoreMethods(files.filter((file) => /^main\/(store|sync)\//.test(file))).values(),
].sort((a, b) => a - b);
const figures: readonly (readonly [string, string | number])[] = [
  ['lines', all.length],
  ['files', files.length],
  [
    `files of more than ${longFile} lines`,
    [...linesOf.values()].filter((lines) => lines.length > longFile).length,
  ],
  [
    'lines that only export again',
    all.filter((line) => /^export (type )?(\{.*\}|\*) from /.test(line)).length,
  ],
  [`repeated places of ${smallestDuplicate} lines and more`, duplicates()],
  ['calls of the bridge', callNames.length],
  ['files that name a call, on average', filesForACall().toFixed(1)],
  ['methods of the store', declared.length],
  ['of them declared once in main/store', declared.filter((count) => count === 1).length],
  ['declarations of a method of the store, the median', declared[Math.floor(declared.length / 2)] ?? 0],
  [
    'files to open for a task of CONTRIBUTING.md, on average',
    mean(tasks.map(({ count }) => count)).toFixed(1),
  ],
  ['first JavaScript of the window', firstScript()],
];
for (const [name, figure] of figures) print(figure, name);
console.log('');
for (const { task, count } of tasks) print(count, `files to open to add ${task}`);
console.log('');
for (const [module, lines] of sizes()) print(lines, module);

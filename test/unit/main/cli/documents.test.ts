import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { makeProgram, readArguments } from '../../../../main/cli/arguments.ts';

/** The command line is as its help, its completion and the documents say. */

const documents = globSync(['docs/*.md', '*.md']).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

interface Named {
  readonly command: Command;
  /** As it is typed: `schedule add`. */
  readonly path: string;
}

function commandsOf(parent: Command, before = ''): Named[] {
  return parent.commands.flatMap((command) => {
    const path = `${before}${command.name()}`;
    return [{ command, path }, ...commandsOf(command, `${path} `)];
  });
}

const program = makeProgram(
  '1.0.0',
  () => undefined,
  () => undefined,
);
const all = commandsOf(program);
/** Those that do something. */
const runnable = all.filter(({ command }) => command.commands.length === 0);

function helpOf(path: string): string {
  const read = readArguments([...path.split(' ').filter(Boolean), '--help'], '1.0.0');
  return read.command === 'text' ? read.text : '';
}

/** The arguments of the lines in a text that run the command line. A quoted argument may go on in the next lines. */
function linesIn(text: string): { line: string; argv: readonly string[] }[] {
  const begins = /(?:^|[\s(`/])(?:rwa-explorer|npm run --silent cli --) /g;
  return [...text.matchAll(begins)].map(({ index, 0: { length } }) => {
    const argv = shellWords(text.slice(index + length));
    return { line: argv.join(' '), argv };
  });
}

/** The words of a command as a shell splits them, up to what ends it. */
function shellWords(text: string): string[] {
  const words: string[] = [];
  // A word is made of parts: quoted one way or the other, a command to put in, or plain.
  const word = /[ \t]*((?:'[^']*'|"(?:\\[^]|[^"\\])*"|\$\([^)]*\)|\\[^\n]|[^\s'"`$|;&<>()\\])+)(?:\\\n)?/y;
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    words.push(
      (found[1] ?? '').replaceAll(
        /'([^']*)'|"((?:\\[^]|[^"\\])*)"|\\([^])/g,
        (_, plain?: string, quoted?: string, sign?: string) =>
          plain ?? quoted?.replaceAll(/\\([^])/g, '$1') ?? sign ?? '',
      ),
    );
  }
  return words;
}

/** What a shell or the program would put in the place of a word: a query from a file, the output of a command, a day. */
function filledIn(argv: readonly string[]): string[] {
  return argv.map((word, at) => {
    if (argv[at - 1] === '--query' && /^(@|\$\(cat )/.test(word)) return '{}';
    if (word === 'RESOURCE') return 'assets';
    return word.replaceAll(/\$\(date [^)]*\)/g, '2026-01-01');
  });
}

describe('the command line', () => {
  it.each(runnable.map(({ path, command }) => [path, command] as const))(
    'has a help of %s',
    (path, command) => {
      const help = helpOf(path);
      expect(help).toContain(`Usage: rwa-explorer ${path}`);
      expect(command.description()).toMatch(/^[A-Z].*\.$/);
      for (const { long, description } of command.options) {
        expect(description, long ?? path).not.toBe('');
        expect(help).toContain(long ?? '');
      }
      const examples = linesIn(/^Examples:\n([^]*)/m.exec(help)?.[1] ?? '');
      expect(examples.length, 'examples').toBeGreaterThan(0);
      expect(examples.map(({ line }) => line).filter((line) => !line.startsWith(path))).toEqual([]);
      for (const { argv } of examples) readArguments(filledIn(argv), '1.0.0');
    },
  );

  it.each(['bash', 'zsh', 'fish'])('has every command and option in its completion for %s', (shell) => {
    const read = readArguments(['completion', shell], '1.0.0');
    const text = read.command === 'text' ? read.text : '';
    const names = all.flatMap(({ command }) => [
      command.name(),
      ...command.options.map(({ long }) => long?.slice(2) ?? ''),
    ]);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });

  it.each(
    documents.flatMap(({ file, text }) => linesIn(text).map(({ line, argv }) => [file, line, argv] as const)),
  )('%s: %s', (_, line, argv) => {
    const [one = '', two = ''] = argv;
    if (one.startsWith('-') || one === 'COMMAND') return;
    const named = all.filter(({ path }) => [one, `${one} ${two}`].includes(path)).at(-1);
    expect(named, `a command for ${line}`).toBeDefined();
    // A name alone, as in a sentence.
    if (argv.join(' ') === named?.path) return;
    readArguments(filledIn(argv), '1.0.0');
  });
});

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { importsIn } from '../imports.ts';

const memorySchema = z.object({
  /** What decided what is wrong. */
  causes: z.string(),
  /** A hash of each file in which nothing was wrong. */
  files: z.record(z.string(), z.string()),
});

/**
 * Remembers in which files nothing was wrong. One is read again when it has changed, or when a file that it imports has, since that may
 * now return a promise that somebody has to wait for. Changes further away are left to the run that reads everything.
 */
export class CleanFiles {
  private readonly memoryFile: string;
  private readonly causes: string;
  private readonly texts: ReadonlyMap<string, string>;

  /**
   * @param folder the project's, absolute
   * @param files all that are linted, as paths from there with `/`
   * @param causes files that decide what is wrong: a change of one makes all others unknown
   * @param memoryFile absolute
   */
  constructor(folder: string, files: readonly string[], causes: readonly string[], memoryFile: string) {
    const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    this.memoryFile = memoryFile;
    this.causes = hashOf(causes.map(read).join('\0'));
    this.texts = new Map(files.map((file) => [file, read(file)]));
  }

  /** The files that have to be read. */
  unknown(): string[] {
    const clean = this.remembered();
    const files = [...this.texts.keys()];
    const changed = new Set(files.filter((file) => clean[file] !== hashOf(this.texts.get(file) ?? '')));
    // Rules that know types read those of imported files, but none of components.
    const isConcerned = (file: string): boolean =>
      importsIn(file, this.texts.get(file) ?? '').some((one) => changed.has(one) && !one.endsWith('.svelte'));
    return files.filter((file) => changed.has(file) || isConcerned(file));
  }

  /** Remembers all files but these, in which something is wrong. */
  remember(wrong: ReadonlySet<string>): void {
    const clean = [...this.texts].filter(([file]) => !wrong.has(file));
    const files = Object.fromEntries(clean.map(([file, text]) => [file, hashOf(text)]));
    mkdirSync(path.dirname(this.memoryFile), { recursive: true });
    writeFileSync(this.memoryFile, JSON.stringify({ causes: this.causes, files }));
  }

  private remembered(): Readonly<Record<string, string>> {
    if (!existsSync(this.memoryFile)) return {};
    const { causes, files } = memorySchema.parse(JSON.parse(readFileSync(this.memoryFile, 'utf8')));
    return causes === this.causes ? files : {};
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

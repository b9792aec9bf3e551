import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { importsIn } from '../imports.ts';

const memorySchema = z.object({
  /** A hash of the files that decide results. */
  causes: z.string(),
  files: z.record(z.string(), z.string()),
});

/**
 * Remembers files without problems. A file is linted again if it or a direct import has changed, since an
 * imported function may now return a promise. A whole run finds effects of indirect imports.
 */
export class CleanFiles {
  private readonly memoryFile: string;
  private readonly causes: string;
  private readonly texts: ReadonlyMap<string, string>;

  /**
   * @param folder the project's, absolute
   * @param files all linted files, relative, with `/`
   * @param causes files that decide results: a change resets the memory
   * @param memoryFile absolute
   */
  constructor(folder: string, files: readonly string[], causes: readonly string[], memoryFile: string) {
    const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    this.memoryFile = memoryFile;
    this.causes = hashOf(causes.map(read).join('\0'));
    this.texts = new Map(files.map((file) => [file, read(file)]));
  }

  unknown(): string[] {
    const clean = this.remembered();
    const files = [...this.texts.keys()];
    const changed = new Set(files.filter((file) => clean[file] !== hashOf(this.texts.get(file) ?? '')));
    // Typed rules read types of imported files, but none of components.
    const isConcerned = (file: string): boolean =>
      importsIn(file, this.texts.get(file) ?? '').some((one) => changed.has(one) && !one.endsWith('.svelte'));
    return files.filter((file) => changed.has(file) || isConcerned(file));
  }

  /** Remembers all files except those with problems. */
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

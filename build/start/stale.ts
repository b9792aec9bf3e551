import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Inputs of the bundles. */
const sources = [
  'main',
  'preload',
  'renderer',
  'build/bundle',
  'electron.vite.config.ts',
  'svelte.config.js',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** npm's list of installed packages. */
const installedPackages = path.join('node_modules', '.package-lock.json');

/**
 * Tells whether the bundles in `out` match sources and packages. The stamp in `out` covers name, size and
 * time of every source, and npm's list of installed packages, since an optional package may be installed
 * after the first build.
 */
export class BuildStamp {
  private readonly projectFolder: string;
  private readonly stampFile: string;

  constructor(projectFolder: string) {
    this.projectFolder = projectFolder;
    this.stampFile = path.join(projectFolder, 'out', '.stamp');
  }

  isStale(): boolean {
    try {
      return readFileSync(this.stampFile, 'utf8') !== this.fingerprint();
    } catch {
      return true;
    }
  }

  /** Take it before a build, so that a source changed meanwhile makes the bundles stale. */
  fingerprint(): string {
    const hash = createHash('sha256');
    for (const source of sources) {
      for (const file of filesOf(path.join(this.projectFolder, source))) {
        const { size, mtimeMs } = statSync(file);
        hash.update(`${path.relative(this.projectFolder, file)} ${String(size)} ${String(mtimeMs)}\n`);
      }
    }
    const installed = path.join(this.projectFolder, installedPackages);
    if (existsSync(installed)) hash.update(readFileSync(installed));
    return hash.digest('hex');
  }

  write(fingerprint: string): void {
    mkdirSync(path.dirname(this.stampFile), { recursive: true });
    writeFileSync(this.stampFile, fingerprint);
  }
}

function filesOf(location: string): string[] {
  const stat = statSync(location, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [location];
  return readdirSync(location, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

import { globSync } from 'node:fs';
import path from 'node:path';

/** A part of the project that is linted by a process of its own, so that no process holds the types of everything. */
export interface LintPart {
  readonly name: string;
  /** Folders, or `.` for the files that lie in the project's folder itself. */
  readonly folders: readonly string[];
  /** Folders inside of these that are not meant. */
  readonly without?: readonly string[];
  /** The compiler's configuration that these files belong to. */
  readonly configuration: string;
}

const testsWithPages = ['test/e2e', 'test/runtime', 'test/security', 'test/bench'];
const largeFeatures = ['records', 'queryBuilder', 'watchlists'].map((name) => `renderer/features/${name}`);

export const lintParts: readonly LintPart[] = [
  { name: 'main', folders: ['main', 'preload'], configuration: 'tsconfig.json' },
  { name: 'build', folders: ['build', '.'], configuration: 'tsconfig.json' },
  { name: 'test', folders: ['test'], without: testsWithPages, configuration: 'tsconfig.json' },
  { name: 'e2e', folders: testsWithPages, configuration: 'test/e2e/tsconfig.json' },
  {
    name: 'renderer',
    folders: ['renderer'],
    without: ['renderer/features'],
    configuration: 'renderer/tsconfig.json',
  },
  { name: 'large features', folders: largeFeatures, configuration: 'renderer/tsconfig.json' },
  {
    name: 'features',
    folders: ['renderer/features'],
    without: largeFeatures,
    configuration: 'renderer/tsconfig.json',
  },
];

/**
 * Whether a file is linted with a part.
 * @param file a path from the project's folder, with `/`
 */
export function belongsTo({ folders, without = [] }: LintPart, file: string): boolean {
  const liesIn = (folder: string): boolean =>
    folder === '.' ? !file.includes('/') : file.startsWith(`${folder}/`);
  return folders.some(liesIn) && !without.some(liesIn);
}

/** The files of a part that a linter has rules for, as paths from the current folder, which is the project's. */
export function filesOf(part: LintPart): string[] {
  return part.folders
    .flatMap((folder) => globSync(`${folder}/${folder === '.' ? '' : '**/'}*.{ts,js,mjs,cjs,svelte}`))
    .map((file) => path.normalize(file).replaceAll(path.sep, '/'))
    .filter((file) => belongsTo(part, file));
}

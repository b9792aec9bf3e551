import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../start/project.ts';

/**
 * Kinds of browser tests:
 * - `warm`: apps run one after another in one process of the worker
 * - `own`: each app has its own process. The spec says why: `// Border: it kills the app`
 * - `runtime`: what the app needs of Electron, tested on the Chromium shell too
 */
export type SpecKind = 'warm' | 'own' | 'runtime';

/** Relative to the project, with `/`. */
export function specsOf(kind: SpecKind): string[] {
  return allSpecs().filter((file) => kindOf(file) === kind);
}

export function allSpecs(): string[] {
  return globSync('test/{e2e,runtime,security}/**/*.spec.ts', { cwd: projectFolder }).map((file) =>
    file.replaceAll(path.sep, '/'),
  );
}

function kindOf(file: string): SpecKind {
  if (file.startsWith('test/runtime/')) return 'runtime';
  const text = readFileSync(path.join(projectFolder, file), 'utf8');
  return file.startsWith('test/security/') || /^\/\/ Border: ./m.test(text) ? 'own' : 'warm';
}

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../start/project.ts';

/**
 * The browser tests, by what they take:
 * - `warm`: apps that run one after another in one process of their worker
 * - `own`: each app in a process of its own. A spec says which border of a process it crosses: `// Border: it kills the app`
 * - `runtime`: what the app relies on of Electron, against the Chromium shell that takes its place
 */
export type SpecKind = 'warm' | 'own' | 'runtime';

/** The specs of a kind, as paths from the project's folder with `/`. */
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

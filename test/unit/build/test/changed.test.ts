import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readImports, touchedTests } from '../../../../build/test/changed.ts';
import { allSpecs } from '../../../../build/test/specs.ts';

/** Which tests `npm test -- --changed` runs. */

const imports = readImports();

describe('a changed file', () => {
  it('touches the tests that import it, directly or not, and those that look at all files', () => {
    const touched = touchedTests(['build/imports.ts'], imports);
    expect(touched).toContain('test/unit/build/lint/cleanFiles.test.ts');
    expect(touched).toContain('test/unit/architecture/borders.test.ts');
    expect(touched).not.toContain('test/unit/build/stale.test.ts');
    expect(touched.filter((file) => file.endsWith('.spec.ts'))).toEqual([]);
  });

  it('of main touches the integration tests that mirror its folder', () => {
    const touched = touchedTests(['main/cli/arguments.ts'], imports);
    expect(touched).toContain('test/integration/main/cli/sql.test.ts');
    expect(touched).not.toContain('test/integration/main/data-service/conformance.test.ts');
  });

  it('of the tests touches the tests that import it', () => {
    expect(touchedTests(['test/e2e/pages/builder.ts'], imports)).toContain('test/e2e/query.spec.ts');
    expect(touchedTests(['test/e2e/support/typing.ts'], imports)).toEqual(
      expect.arrayContaining(['test/e2e/typing.spec.ts', 'test/e2e/query.spec.ts']),
    );
  });

  const foldersIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${folder}/${entry.name}`] : [],
    );
  const folders = ['renderer', 'renderer/features', 'renderer/shell'].flatMap(foldersIn);
  it.each(folders.filter((folder) => folder !== 'renderer/features').map((folder) => `${folder}/new.ts`))(
    '%s touches a browser test that runs at every change',
    (file) => {
      expect(existsSync(file)).toBe(false);
      const touched = touchedTests([file], imports).filter((one) => one.endsWith('.spec.ts'));
      const [first] = touched.filter((spec) => /\btest\('(?![^']*@nightly)/.test(readFileSync(spec, 'utf8')));
      expect(first).toBeDefined();
      expect(touched.length).toBeLessThan(allSpecs().length / 3);
    },
  );
});

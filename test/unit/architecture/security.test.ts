import { existsSync, readFileSync } from 'node:fs';
import { FuseV1Options } from '@electron/fuses';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fuses } from '../../../build/package/fuses.ts';
import { electronChecklist } from './electronChecklist.ts';

/** The promises about Electron, compared with the tree: every rule has its code and its tests, and none is missing. */

const text = readFileSync('SECURITY.md', 'utf8');

/** The rows of the table under a heading, as texts of their cells. */
function tableUnder(heading: string): string[][] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  return lines
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
}

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

describe('the Electron security checklist', () => {
  it('has all its points', () => {
    expect(electronChecklist).toHaveLength(20);
    expect(text).toContain('All 20 points of');
  });

  it.each(electronChecklist)('“$rule” is kept in code that is there', ({ code }) => {
    expect(code).not.toEqual([]);
    for (const file of code) expect(existsSync(file), file).toBe(true);
  });

  it.each(electronChecklist)('“$rule” is shown by tests that are there', ({ tests }) => {
    expect(tests).not.toEqual([]);
    for (const test of tests) {
      const [file = '', title = ''] = test.split(' › ');
      expect(readFileSync(file, 'utf8'), file).toContain(`('${title}'`);
    }
  });
});

describe('the fuses', () => {
  it('stand in their table as they are burnt', () => {
    const stated = tableUnder('Fuses').map(([name = '', state]) => [codeIn(name)[0], state]);
    const burnt = Object.values(FuseV1Options)
      .filter((option) => typeof option === 'number')
      .map((option) => [FuseV1Options[option], fuses[option] ? 'on' : 'off']);
    expect(stated).toEqual(burnt);
  });
});

describe('Electron', () => {
  const versions = z.looseObject({ version: z.string() });

  it('is pinned to one release of a supported line, which is the one that is installed', () => {
    const wanted = z
      .looseObject({ devDependencies: z.looseObject({ electron: z.string() }) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8'))).devDependencies.electron;
    expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);
    const [major = 0] = wanted.split('.').map(Number);
    // Rule: Electron supports its latest three lines; 45 was the latest in November 2026.
    expect(major).toBeGreaterThanOrEqual(45);
    expect(
      versions.parse(JSON.parse(readFileSync('node_modules/electron/package.json', 'utf8'))).version,
    ).toBe(wanted);
  });
});

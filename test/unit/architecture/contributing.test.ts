import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTasks } from '../../../build/measure/filesToOpen.ts';

/** The table of CONTRIBUTING.md that says which files a change opens. */

const rows = readTasks(readFileSync('CONTRIBUTING.md', 'utf8'));

describe('the files to open', () => {
  it('are listed for twelve tasks', () => {
    expect(rows.map(({ task }) => task)).toEqual([
      'a resource',
      'a field',
      'a unit',
      'an operator',
      'a setting',
      'a view',
      'a command',
      'a record action',
      'a call',
      'an export format',
      'an alert kind',
      'a CLI command',
    ]);
  });

  it.each(rows)('for $task exist, and are as many as the table says', ({ count, files }) => {
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(new Set(files).size).toBe(count);
  });
});

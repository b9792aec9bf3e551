import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../../main/cli/arguments.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** What bash proposes with the script of the command line. */

const folder = makeTemporaryFolder('completion');
const script = join(folder, 'script');
const read = readArguments(['completion', 'bash'], '1.0.0');
await writeFile(script, read.command === 'text' ? read.text : '');
await writeFile(join(folder, 'assets.csv'), '');
async function proposed(...typed: string[]): Promise<string[]> {
  const program = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _rwa_explorer; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', program, script, 'rwa-explorer', ...typed], {
    cwd: folder,
  });
  return stdout.split('\n').filter((word) => word !== '');
}

describe('in bash', () => {
  it('commands, resources, options, values of options and files are completed', async () => {
    expect(await proposed('ex')).toEqual(['export']);
    expect(await proposed('export', 'tr')).toEqual(['transactions']);
    expect(await proposed('aggregate', '')).toEqual(['assets', 'tokens']);
    expect(await proposed('export', 'assets', '--decimal')).toEqual(['--decimal-comma']);
    expect(await proposed('export', 'assets', '--format', 'j')).toEqual(['json', 'jsonl']);
    expect(await proposed('export', 'assets', '--out', 'a')).toEqual(['assets.csv']);
    expect(await proposed('verify', '')).toContain('assets.csv');
    expect(await proposed('cache', '')).toEqual(['info', 'open', 'clear']);
    expect(await proposed('schedule', 'run', '--on')).toEqual(['--once', '--on-failure']);
    expect(await proposed('completion', 'f')).toEqual(['fish']);
  });
});

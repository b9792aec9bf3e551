import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { packageProgram, projectFolder } from './project.ts';
import { BuildStamp } from './stale.ts';

/**
 * Builds stale bundles, without output on success.
 * @returns false if the build failed; its output is then on stderr
 */
export async function buildWhereStale(): Promise<boolean> {
  const stamp = new BuildStamp(projectFolder);
  if (!stamp.isStale()) return true;
  const fingerprint = stamp.fingerprint();
  process.stdout.write('Building the app …\n');
  const child = spawn(
    process.execPath,
    [packageProgram('electron-vite', 'bin', 'electron-vite.js'), 'build'],
    {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) stamp.write(fingerprint);
  else process.stderr.write(output);
  return code === 0;
}

if (import.meta.main) process.exitCode = (await buildWhereStale()) ? 0 : 1;

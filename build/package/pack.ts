import { execFileSync } from 'node:child_process';
import { build } from 'electron-builder';
import { packageProgram, projectFolder } from '../start/project.ts';
import { checkAppImage } from './check.ts';
import { configuration } from './configuration.ts';
import { dropEmptySigning } from './signing.ts';

/**
 * `npm run pack`: builds the app and creates the installers of this system in `dist`. `--dir` only lays out
 * the app. Electron-builder downloads Electron's files.
 */

const args = process.argv.slice(2);
const unknown = args.find((arg) => arg !== '--dir');
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is not an option. Usage: npm run pack -- [--dir]\n`);
  process.exit(2);
}
execFileSync(process.execPath, [packageProgram('electron-vite', 'bin', 'electron-vite.js'), 'build'], {
  cwd: projectFolder,
  stdio: 'inherit',
});
dropEmptySigning(process.env);
if (
  process.platform === 'linux' &&
  !args.includes('--dir') &&
  configuration(process.env).extraMetadata === undefined
) {
  process.stdout.write(
    'Only the AppImage is made: deb and rpm name a homepage. Set RWA_EXPLORER_HOMEPAGE=https://… to have them too.\n',
  );
}
const made = await build({
  projectDir: projectFolder,
  publish: 'never',
  dir: args.includes('--dir'),
  config: configuration(process.env),
});
for (const problem of made.filter((file) => file.endsWith('.AppImage')).flatMap(checkAppImage)) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

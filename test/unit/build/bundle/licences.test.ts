import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { beforeEach, expect, it } from 'vitest';
import { licencesFile, listLicences } from '../../../../build/bundle/licences.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

let project: string;

async function write(file: string, content: string | object): Promise<void> {
  const place = path.join(project, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, typeof content === 'string' ? content : JSON.stringify(content));
}

async function listed(): Promise<unknown> {
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    build: { ssr: 'index.js', outDir: 'out' },
    ssr: { noExternal: true },
    plugins: [listLicences({ project, beside: ['native'] })],
  });
  return JSON.parse(await readFile(path.join(project, 'out', licencesFile), 'utf8'));
}

beforeEach(async () => {
  project = makeTemporaryFolder('licences');
  await write('package-lock.json', {
    packages: {
      'node_modules/bundled': { version: '1.0.0', license: 'MIT' },
      'node_modules/native': { version: '2.0.0', license: 'ISC', optional: true },
      'node_modules/unused': { version: '3.0.0', license: 'MIT' },
    },
  });
  await write('index.js', `import text from 'bundled'; process.stdout.write(text);`);
  await write('node_modules/bundled/package.json', {
    name: 'bundled',
    version: '1.0.0',
    license: 'MIT',
    main: 'index.js',
  });
  await write('node_modules/bundled/index.js', `export default 'text';`);
  await write('node_modules/bundled/LICENSE', 'Do as you like.');
});

it('lists bundled packages and those beside the bundles, as in the lock file', async () => {
  await write('node_modules/native/package.json', { name: 'native', version: '2.0.0' });
  await write('node_modules/native/licence.md', 'Keep this text.');
  expect(await listed()).toEqual([
    { name: 'bundled', version: '1.0.0', licence: 'MIT', text: 'Do as you like.' },
    { name: 'native', version: '2.0.0', licence: 'ISC', text: 'Keep this text.' },
  ]);
});

// An optional package that could not be compiled yet is a part of the app all the same.
it('lists a package that is not installed yet, without its text', async () => {
  expect(await listed()).toEqual([
    expect.objectContaining({ name: 'bundled' }),
    { name: 'native', version: '2.0.0', licence: 'ISC', text: '' },
  ]);
});

it('ends the build where the lock file does not know a package', async () => {
  await write('package-lock.json', { packages: {} });
  await expect(listed()).rejects.toThrow('package-lock.json does not name node_modules/native');
});

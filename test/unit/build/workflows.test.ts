import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import playwright from '../../../playwright.config.ts';
import { windowsNames } from '../../support/builderNames.ts';

/** Whatever a workflow runs is fixed: a tag of an action can be moved to other code, a commit cannot. */

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((file): [string, string] => [
  file,
  readFileSync(path.join(folder, file), 'utf8'),
]);

describe.each(workflows)('the workflow %s', (_file, text) => {
  it('names every action by its commit, and says which version that is', () => {
    const actions = text
      .split('\n')
      .filter((line) => /^\s*(- )?uses:/.test(line))
      // Another workflow of the project is of the same commit.
      .filter((line) => !/uses: \.\/\.github\/workflows\/[\w-]+\.yml$/.test(line));
    expect(actions.length).toBeGreaterThan(0);
    expect(
      actions.filter((line) => !/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([]);
  });

  it('may read the project, and nothing more unless a job says so', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
  });

  it('leaves no token in the checkout', () => {
    const checkouts =
      text.match(/uses: actions\/checkout@.*\n\s+with:\n\s+persist-credentials: false\n/g) ?? [];
    expect(checkouts).toHaveLength(text.match(/uses: actions\/checkout@/g)?.length ?? 0);
  });

  it('takes no second try for a test that failed', () => {
    expect(text).not.toMatch(/retr(y|ies)/i);
    expect(playwright.retries).toBe(0);
  });
});

it.each(workflows)('%s lets Chromium have its sandbox wherever it runs on Ubuntu', (_file, text) => {
  const jobs = text
    .split(/^ {2}(?=\w+:\n)/m)
    .filter((job) => /npm (run )?test|npm run test:electron|build\/e2e\.mjs/.test(job));
  expect(jobs.length).toBeGreaterThan(0);
  for (const job of jobs)
    expect(job).toContain('sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0\n');
});

it.each(['electron.yml', 'release.yml'])(
  '%s has the tools that give Chromium certificates: without them those tests are skipped',
  (file) => {
    expect(readFileSync(path.join(folder, file), 'utf8')).toMatch(/apt-get install --yes .*libnss3-tools/);
  },
);

it.each(['weekly.yml', 'release.yml'])('%s runs all tests', (file) => {
  expect(readFileSync(path.join(folder, file), 'utf8')).toContain('run: npm ci && npm run test:all\n');
});

describe('a release', () => {
  const release = readFileSync(path.join(folder, 'release.yml'), 'utf8');

  it('is packed only when all tests have passed', () => {
    expect(release).toMatch(/^ {2}pack:\n.*\n {4}needs: \[test, electron\]\n/m);
    expect(release).toMatch(/^ {2}electron:\n {4}uses: \.\/\.github\/workflows\/electron\.yml\n/m);
  });

  it('is built by nothing that the lock file has no hash of: no script of a package runs, and no Node but that of the runner', () => {
    const [, pack = ''] = release.split(/^ {2}pack:$/m);
    const [job = ''] = pack.split(/^ {2}draft:$/m);
    expect(job.match(/\bnpm .*/g)).toEqual(['npm ci --ignore-scripts']);
    expect(job).toContain('node build/package/pack.ts\n');
  });

  it('is tried as it is packed, on each system, before it is uploaded', () => {
    const [, pack = ''] = release.split(/^ {2}pack:$/m);
    const tried = pack.indexOf('build/e2e.mjs --electron test/runtime\n');
    expect(tried).toBeGreaterThan(pack.indexOf('build/package/pack.ts'));
    expect(pack.indexOf('actions/upload-artifact')).toBeGreaterThan(tried);
    const systems = [...pack.matchAll(/os: ([\w-]+), program: (.+) \}/g)].map(([, os, file]) => [os, file]);
    expect(systems.map(([os]) => os)).toEqual([
      'ubuntu-latest',
      'macos-latest',
      'macos-15-intel',
      'windows-latest',
    ]);
    const { program } = windowsNames();
    expect(systems.at(-1)?.[1]).toBe(`dist/win-unpacked/${program}.exe`);
  });

  it('is built from nothing that an earlier run left behind', () => {
    expect(release).not.toMatch(/^\s+cache:/m);
    expect(release.match(/uses: actions\/setup-node@/g)).toHaveLength(
      release.match(/package-manager-cache: false/g)?.length ?? 0,
    );
  });

  it('has checksums of all files, and an attestation of the build', () => {
    expect(release).toContain('sha256sum -- * > SHA256SUMS');
    expect(release).toContain('subject-checksums: installers/SHA256SUMS');
    expect(release).toMatch(/uses: actions\/attest-build-provenance@/);
  });

  it('gives the right to attest to the one job that runs no code of packages', () => {
    const [, draft = ''] = release.split(/^ {2}draft:$/m);
    expect(release.match(/id-token: write/g)).toHaveLength(1);
    expect(draft).toContain('id-token: write');
    expect(draft).not.toMatch(/npm|actions\/checkout/);
  });
});

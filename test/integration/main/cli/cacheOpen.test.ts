import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceNames } from '../../../../preload/contract/resources.ts';
import { startService, type TestClient } from '../sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { runCommand } from '../../../support/runCommand.ts';

/** `rwa-explorer cache open` as a script runs it, and other programs that do what it prints. */

let service: TestClient;
let folder: string;
let printed: string;

beforeAll(async () => {
  service = await startService({ assets: 30, transactions: 200, seed: 7 });
  folder = join(makeTemporaryFolder('cache-open'), 'Prüfung $HOME');
  await cli('query', 'assets', '--query', '{"pagination":{"page":1,"perPage":25}}');
  printed = await cli('cache', 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

/** Not waited for with a blocked thread: it is this one that has the data of the service made. */
async function cli(...argv: string[]): Promise<string> {
  const all = [...argv, '--base-url', service.url];
  const { code, out } = await runCommand(all, { key: service.key, folder });
  expect(code).toBe(0);
  return out;
}

function pathIn(printed: string): string {
  return /SQLite file:\n {2}(.+)/.exec(printed)?.[1] ?? '';
}

const question = 'SELECT name, total_asset_value_dollar FROM rwa_v1_assets ORDER BY 2 DESC LIMIT 5';
const sqlite = onlyIf(spawnSync('sqlite3', ['--version']).error === undefined, 'sqlite3 is not installed.');

/** The five largest assets, as the cache has them. */
function largestAssets(): unknown[][] {
  const database = new Database(pathIn(printed), { readonly: true });
  const largest = database.prepare<[], unknown[]>(question).raw().all();
  database.close();
  expect(largest).toHaveLength(5);
  return largest;
}

/** The indented lines below a heading of the output. */
function below(heading: string, text: string): string {
  const lines = text.split(`\n${heading}:\n`)[1]?.split('\n\n')[0] ?? '';
  return lines.replaceAll(/^ {2}/gm, '');
}

describe('rwa-explorer cache open', () => {
  it('prints the path and the views of each resource', () => {
    const views = below('Its views', printed).split('\n');
    expect(views.filter((name) => !/_(?:metrics|lists)$/.test(name))).toEqual(
      resourceNames.map((name) => `rwa_v1_${name.replaceAll('-', '_')}`),
    );
    expect(views).toContain('rwa_v1_assets_metrics');
    const database = new Database(pathIn(printed), { readonly: true });
    for (const view of views) expect(database.prepare(`SELECT * FROM ${view}`).all()).toBeInstanceOf(Array);
    expect(database.prepare('SELECT count(*) FROM rwa_v1_assets').pluck().get()).toBe(25);
    database.close();
  });

  it('prints lines for Python that read the cache', () => {
    const program = below('Python', printed).replace(/print\((.*)\)$/, 'import json; print(json.dumps($1))');
    expect(JSON.parse(execFileSync('python3', ['-c', program], { encoding: 'utf8' }))).toEqual(
      largestAssets(),
    );
  });

  it('prints a line for sqlite3 that a shell runs as it is', sqlite, () => {
    const line = below('sqlite3', printed);
    const output = execFileSync('sh', ['-c', line.replace(/^sqlite3 /, 'sqlite3 -json ')], {
      encoding: 'utf8',
    });
    const rows = JSON.parse(output) as Record<string, unknown>[];
    expect(rows.map(Object.values)).toEqual(largestAssets());
  });

  it('prints a connection for Python that cannot write', () => {
    const write = `cache.execute("DELETE FROM pages")`;
    const program = below('Python', printed).replace(/print\(.*\)$/, write);
    expect(program).toContain(write);
    expect(() => execFileSync('python3', ['-c', program], { stdio: 'pipe' })).toThrow(/readonly database/);
  });
});

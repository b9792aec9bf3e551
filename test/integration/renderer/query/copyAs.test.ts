import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Query } from '../../../../preload/contract/query.ts';
import { copyForms, keyVariable } from '../../../../renderer/query/copyAs.ts';
import { startService, type TestClient } from '../../main/sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** Each form in which a query is copied is run as its user would run it, against the sample service. */

const run = promisify(execFile);
const path = '/v4/assets';
const query: Query = {
  filter: {
    operator: 'and',
    filters: [
      { operator: 'gte', field: 'circulating_market_value_dollar', value: 1000.5 },
      {
        operator: 'or',
        filters: [
          // Letters that shells, URLs and string literals read as something else.
          { operator: 'ilike', field: 'name', value: '%a%' },
          { operator: 'equals', field: 'name', value: `it's "5 $HOME" \\ \`50% & more\` é 😀\n{{x}}` },
          { operator: 'equals', field: 'ticker', value: null },
        ],
      },
    ],
  },
  sort: { field: 'name', direction: 'asc' },
  pagination: { page: 1, perPage: 7 },
};

let service: TestClient;
let folder: string;
let names: string[];
const recordsSchema = z.array(z.looseObject({ name: z.string() }));

beforeAll(async () => {
  service = await startService();
  folder = makeTemporaryFolder('copied');
  const { results } = await service.list(path, query);
  names = recordsSchema.parse(results).map(({ name }) => name);
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

function copied(key: string, asked: Query = query): string {
  const form = copyForms.find((one) => one.key === key);
  const text = form?.write({ baseUrl: service.url, path, query: asked }) ?? '';
  expect(text).not.toContain(service.key);
  return text;
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, [...args], {
    env: { ...process.env, [keyVariable]: service.key, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
    maxBuffer: 50_000_000,
  });
  return stdout;
}

function file(name: string, text: string): string {
  const at = join(folder, name);
  writeFileSync(at, text);
  return at;
}

/** The Python that has the packages: the system's own, which others on the PATH may hide. */
function python(packages: string): string | undefined {
  return ['/usr/bin/python3', 'python3'].find((program) => {
    try {
      execFileSync(program, ['-c', `import ${packages}`], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

describe('a copied query', () => {
  it('finds something', () => {
    expect(names).toHaveLength(7);
  });

  it('answers as a URL', async () => {
    const response = await fetch(copied('url'), { headers: { authorization: `Bearer ${service.key}` } });
    const { results } = z.object({ results: recordsSchema }).parse(await response.json());
    expect(results.map(({ name }) => name)).toEqual(names);
  });

  it('answers in a shell', async () => {
    const stdout = await output('sh', [file('query.sh', copied('curl'))]);
    const { results } = z.object({ results: recordsSchema }).parse(JSON.parse(stdout));
    expect(results.map(({ name }) => name)).toEqual(names);
    const all = await output('sh', [file('all.sh', copied('curl', {}))]);
    expect(JSON.parse(all)).toMatchObject({ pagination: { page: 1 } });
  });

  it('answers in Python with requests', async () => {
    const program = python('requests');
    if (program === undefined) throw new Error('python3-requests is missing: node build/system.mjs test');
    const stdout = await output(program, [file('query.py', copied('requests'))]);
    expect(recordsSchema.parse(JSON.parse(stdout)).map(({ name }) => name)).toEqual(names);
  });

  it('answers in Python with pandas, all of its pages @nightly', async () => {
    const program = python('pandas, requests');
    if (program === undefined) throw new Error('python3-pandas is missing: node build/system.mjs test');
    const text = `${copied('pandas')}print(json.dumps(frame["name"].tolist()))\n`;
    const lines = (await output(program, [file('frame.py', text)])).trimEnd().split('\n');
    const all = await service.all(path, { filter: query.filter, sort: query.sort });
    expect(all.length).toBeGreaterThan(7);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual(all.map(({ name }) => name));
  });

  it('answers in TypeScript with fetch', async () => {
    const stdout = await output(process.execPath, [file('query.mts', copied('fetch'))]);
    expect(recordsSchema.parse(JSON.parse(stdout)).map(({ name }) => name)).toEqual(names);
  });
});

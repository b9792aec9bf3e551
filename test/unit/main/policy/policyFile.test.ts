import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openPolicy,
  policyPath,
  policyVariable,
  readPolicy,
  readPolicyFile,
} from '../../../../main/policy/policyFile.ts';

function fileWith(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'policy-')), 'policy.json');
  writeFileSync(file, text);
  return file;
}

describe('a policy file', () => {
  it('that is not there switches nothing off', () => {
    expect(readPolicyFile('/nowhere/policy.json')).toEqual(openPolicy);
    expect(readPolicyFile(join(fileWith('{}'), 'below-a-file'))).toEqual(openPolicy);
  });

  it('switches off what it states, and nothing else', () => {
    const file = fileWith('\uFEFF{ "disableSampleData": true }');
    expect(readPolicyFile(file)).toEqual({ ...openPolicy, file, sampleData: false });
    const other = fileWith(
      '{ "disableUpdates": true, "disableBaseUrlChange": true, "baseUrl": "https://rwa.example.com/" }',
    );
    expect(readPolicyFile(other)).toEqual({
      ...openPolicy,
      file: other,
      updates: false,
      baseUrlChange: false,
      baseUrl: 'https://rwa.example.com',
    });
  });

  it.each([
    ['not JSON', '{ disableUpdates: true }', 'it is not JSON'],
    [
      'a misspelt switch',
      '{ "disableSampels": true }',
      'it has “disableSampels”, which the app does not know',
    ],
    ['a switch that is no truth value', '{ "disableUpdates": "yes" }', '“disableUpdates” does not fit'],
    ['an address over plain http', '{ "baseUrl": "http://rwa.example.com" }', 'must begin with https://'],
    ['a feed over plain http', '{ "updateFeed": "http://rwa.example.com" }', '“updateFeed” does not fit'],
    ['a list', '[]', 'expected object'],
  ])('with %s locks everything and says why', (_what, text, fault) => {
    const file = fileWith(text);
    const policy = readPolicyFile(file);
    expect(policy).toMatchObject({ updates: false, baseUrlChange: false, sampleData: false });
    expect(policy.problem).toContain(`${file}, cannot be used: `);
    expect(policy.problem).toContain(fault);
  });

  it('that is no file locks everything', () => {
    expect(readPolicyFile(tmpdir())).toMatchObject({ updates: false, sampleData: false });
  });
});

describe('the place of the policy', () => {
  it('is one that only an administrator can write to', () => {
    const environment = { ProgramData: 'D:\\Data' };
    const place = (platform: NodeJS.Platform): string => policyPath({ packed: true, platform, environment });
    expect([place('linux'), place('darwin'), place('win32')]).toEqual([
      '/etc/rwa-explorer/policy.json',
      '/Library/Application Support/RWA Explorer/policy.json',
      'D:\\Data\\RWA Explorer\\policy.json',
    ]);
  });

  it('is not moved by a variable of the user once the app is packed', () => {
    const environment = { [policyVariable]: '/home/someone/policy.json' };
    expect(policyPath({ packed: false, platform: 'linux', environment })).toBe('/home/someone/policy.json');
    expect(policyPath({ packed: true, platform: 'linux', environment })).toBe(
      '/etc/rwa-explorer/policy.json',
    );
    const file = fileWith('{ "disableSampleData": true }');
    process.env[policyVariable] = file;
    try {
      expect(readPolicy('file:///opt/rwa/main/index.ts').sampleData).toBe(false);
      expect(readPolicy('file:///opt/rwa/resources/app.asar/out/main/index.js').file).not.toBe(file);
    } finally {
      Reflect.deleteProperty(process.env, policyVariable);
    }
  });
});

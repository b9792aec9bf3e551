import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  openPolicy,
  policyPath,
  policyVariable,
  readPolicy,
  readPolicyFile as readBelievedFile,
} from '../../../../../main/platform/policy/policyFile.ts';
import { readPlainFileSync } from '../../../../../main/platform/system/textFile.ts';
import type { Policy } from '../../../../../preload/contract/policy.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

function fileWith(text: string): string {
  const file = join(makeTemporaryFolder('policy'), 'policy.json');
  writeFileSync(file, text);
  return file;
}

/** Whether the file is root's is another test: `test/security/09-policy-owner.test.ts`. */
const readPolicyFile = (file: string): Policy => readBelievedFile(file, readFileSync);

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

  it('is read as PowerShell writes it, too', () => {
    const file = fileWith('');
    writeFileSync(file, '\uFEFF{ "disableUpdates": true }', 'utf16le');
    expect(readPolicyFile(file)).toEqual({ ...openPolicy, file, updates: false });
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
    expect(policy.problem).toContain(`${file} cannot be used: `);
    expect(policy.problem).toContain(fault);
  });

  it('says how a file was read that cannot be used', () => {
    const read = readBelievedFile('policy.json', () =>
      Buffer.from('\uFEFF{ "disableSampels": true }', 'utf16le'),
    );
    expect(read.problem).toMatch(/“disableSampels”, .* turned off\. Read as UTF-16LE\.$/);
  });

  it.each([
    [
      'no file',
      () => tmpdir(),
      process.platform === 'win32' ? 'it cannot be read' : 'it is a folder, a pipe or a device',
    ],
    ['larger than any policy', () => fileWith(' '.repeat(1_000_001)), 'the file is larger than 1 MB'],
  ])('that is %s locks everything and says why', (_what, make, why) => {
    const file = make();
    expect(readBelievedFile(file, readPlainFileSync)).toEqual({
      ...openPolicy,
      file,
      problem: expect.stringContaining(`${file} cannot be used: ${why}. Until`) as string,
      updates: false,
      baseUrlChange: false,
      sampleData: false,
    });
  });
});

describe('the place of the policy', () => {
  it('is one that only an administrator can write to', () => {
    expect([policyPath('linux'), policyPath('darwin')]).toEqual([
      '/etc/rwa-explorer/policy.json',
      '/Library/Application Support/RWA Explorer/policy.json',
    ]);
  });

  it('is not moved by a variable of the user once the app is packed', () => {
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

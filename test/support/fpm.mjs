#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/**
 * Replaces fpm, which electron-builder would download: creates a Debian package with dpkg-deb.
 * electron-builder finds it through `CUSTOM_FPM_PATH`.
 */

/** @type {Map<string, string[]>} */
const options = new Map();
const files = [];
const flags = ['--force', '--debug'];
for (let rest = process.argv.slice(2); rest.length > 0;) {
  const [first = '', second = ''] = rest;
  if (flags.includes(first)) rest = rest.slice(1);
  else if (first.startsWith('-')) {
    options.set(first, [...(options.get(first) ?? []), second]);
    rest = rest.slice(2);
  } else {
    files.push(first);
    rest = rest.slice(1);
  }
}
/** @param {string} name */
const one = (name) => {
  const value = options.get(name)?.[0];
  if (!value) throw new Error(`fpm was not told ${name}`);
  return value;
};

const root = mkdtempSync(path.join(tmpdir(), 'deb-'));
for (const file of files) {
  const [from = '', to = ''] = file.split('=');
  const target = path.join(root, to);
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true });
}
mkdirSync(path.join(root, 'DEBIAN'));
for (const [option, name] of [
  ['--after-install', 'postinst'],
  ['--after-remove', 'postrm'],
]) {
  const script = path.join(root, 'DEBIAN', name);
  writeFileSync(script, readFileSync(one(option)));
  chmodSync(script, 0o755);
}
const description = one('--description').split('\n');
writeFileSync(
  path.join(root, 'DEBIAN', 'control'),
  [
    `Package: ${one('--name')}`,
    `Version: ${one('--version')}`,
    `Architecture: ${one('--architecture')}`,
    `Maintainer: ${one('--maintainer')}`,
    `Homepage: ${one('--url')}`,
    `Depends: ${(options.get('-d') ?? []).join(', ')}`,
    `Description: ${description[0]?.trim() ?? ''}`,
    ...description.slice(1).map((line) => ` ${line.trim() || '.'}`),
    '',
  ].join('\n'),
);
execFileSync('dpkg-deb', ['--build', '--root-owner-group', '-Znone', root, one('--package')]);
rmSync(root, { recursive: true });

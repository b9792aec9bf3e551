import { spawnSync } from 'node:child_process';
import { win32 } from 'node:path';

/** Only administrators may write to the policy hive. In `ProgramData` any user may make a file, for everybody. */
export const policyKey = 'HKLM\\SOFTWARE\\Policies\\RWA Explorer';

const timeoutMs = 5000;

/**
 * Reads the values of the policy key; null where there is no such key.
 * @throws Error where the registry cannot be read
 */
export function readRegistryPolicy(
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, unknown> | null {
  const program = win32.join(environment['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  const { error, status, stdout } = spawnSync(program, ['query', policyKey, '/reg:64'], {
    encoding: 'utf8',
    timeout: timeoutMs,
    windowsHide: true,
  });
  if (error !== undefined) throw error;
  return status === 0 ? parseRegistryValues(stdout) : null;
}

/** A line of a value: its name, type and data. Rule: `reg query` writes four spaces between them in every language. */
const valueLine = /^ {4}(\S.*?) {4}(REG_[A-Z_]+) {4}(.*)$/;

/**
 * The values of `reg query` as members of a policy file: `DisableUpdates` is `disableUpdates`, a DWORD is true unless it is 0. What is of
 * another type stays text, and does not fit.
 */
export function parseRegistryValues(output: string): Record<string, unknown> {
  const members = output.split(/\r?\n/).flatMap((line): [string, unknown][] => {
    const [, name = '', type = '', data = ''] = valueLine.exec(line) ?? [];
    if (name === '' || name === '(Default)') return [];
    const member = name.charAt(0).toLowerCase() + name.slice(1);
    return [[member, type === 'REG_DWORD' ? Number(data) !== 0 : data]];
  });
  return Object.fromEntries(members);
}

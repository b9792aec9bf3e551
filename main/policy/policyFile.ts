import { readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { z } from 'zod';
import { defaultBaseUrl } from '../../preload/contract/connections.ts';
import { policyFileSchema, type Policy } from '../../preload/contract/policy.ts';

/** An app that was not packed reads its policy from the file that this variable names, so that it can be tried. */
export const policyVariable = 'RWA_EXPLORER_POLICY_FILE';

/** Nothing is switched off. */
export const openPolicy: Policy = {
  file: null,
  problem: null,
  updates: true,
  updateFeed: null,
  baseUrlChange: true,
  baseUrl: defaultBaseUrl,
  sampleData: true,
};

/**
 * Reads what the administrator of this computer has switched off. A file that is there and cannot be used locks everything
 * that it could have locked: whoever wrote it wanted something locked.
 * @param entryUrl the entry point of the app
 */
export function readPolicy(entryUrl: string): Policy {
  return readPolicyFile(policyPath({ packed: isPacked(entryUrl) }));
}

export function readPolicyFile(file: string): Policy {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return openPolicy;
    return locked(file, 'it cannot be read');
  }
  let value: unknown;
  try {
    // Editors of some systems begin a file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return locked(file, 'it is not JSON');
  }
  const read = policyFileSchema.safeParse(value);
  if (!read.success) return locked(file, faultOf(read.error.issues[0]));
  const { disableUpdates, updateFeed, disableBaseUrlChange, baseUrl, disableSampleData } = read.data;
  return {
    file,
    problem: null,
    updates: !disableUpdates,
    updateFeed: updateFeed ?? null,
    baseUrlChange: !disableBaseUrlChange,
    baseUrl: baseUrl ?? defaultBaseUrl,
    sampleData: !disableSampleData,
  };
}

export interface PolicyPlace {
  /** True where the code that runs is that of an installed app: no variable of the user's moves its policy. */
  readonly packed: boolean;
  readonly platform?: NodeJS.Platform;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Where the policy of this computer lies: in a folder that only an administrator can write to. */
export function policyPath({
  packed,
  platform = process.platform,
  environment = process.env,
}: PolicyPlace): string {
  const named = environment[policyVariable];
  if (!packed && named !== undefined && named !== '') return named;
  if (platform === 'darwin') return '/Library/Application Support/RWA Explorer/policy.json';
  if (platform === 'win32') {
    return win32.join(environment['ProgramData'] ?? 'C:\\ProgramData', 'RWA Explorer', 'policy.json');
  }
  return posix.join('/etc', 'rwa-explorer', 'policy.json');
}

/** An installed app runs from its archive; the fuse `OnlyLoadAppFromAsar` sees to that. */
function isPacked(entryUrl: string): boolean {
  return entryUrl.includes('/app.asar/');
}

function locked(file: string, fault: string): Policy {
  return {
    file,
    problem: `The policy file of this computer, ${file}, cannot be used: ${fault}. Until it is mended, updates, other base URLs and sample data are off.`,
    updates: false,
    updateFeed: null,
    baseUrlChange: false,
    baseUrl: defaultBaseUrl,
    sampleData: false,
  };
}

function faultOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'its members do not fit';
  if (issue.code === 'unrecognized_keys') {
    return `it has ${issue.keys.map((key) => `“${key}”`).join(', ')}, which the app does not know`;
  }
  const member = issue.path.map(String).join('.');
  const message = issue.message.charAt(0).toLowerCase() + issue.message.slice(1).replace(/\.$/, '');
  return member === '' ? message : `its member “${member}” does not fit (${message})`;
}

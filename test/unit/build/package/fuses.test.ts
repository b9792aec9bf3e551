import { FuseV1Options, FuseVersion } from '@electron/fuses';
import { describe, expect, it } from 'vitest';
import { fuses } from '../../../../build/package/fuses.ts';

/** What each fuse has to be, stated once more: a change needs two hands. That packing burns them in is shown by `package.test.ts`. */
const wanted: readonly (readonly [name: keyof typeof FuseV1Options, on: boolean])[] = [
  ['RunAsNode', false],
  ['EnableCookieEncryption', false],
  ['EnableNodeOptionsEnvironmentVariable', false],
  ['EnableNodeCliInspectArguments', false],
  ['EnableEmbeddedAsarIntegrityValidation', true],
  ['OnlyLoadAppFromAsar', true],
  ['LoadBrowserProcessSpecificV8Snapshot', false],
  ['GrantFileProtocolExtraPrivileges', false],
  ['WasmTrapHandlers', true],
];

describe('the fuses', () => {
  it.each(wanted)('%s is set to %s', (name, on) => {
    expect(fuses[FuseV1Options[name]]).toBe(on);
  });

  it('are all stated, and packing fails if one is not', () => {
    const names = Object.values(FuseV1Options).filter((option) => typeof option === 'string');
    expect(names.sort()).toEqual(wanted.map(([name]) => name).sort());
    expect(fuses).toMatchObject({ version: FuseVersion.V1, strictlyRequireAllFuses: true });
  });
});

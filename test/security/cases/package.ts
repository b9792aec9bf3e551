import type { SecurityCase } from '../securityCase.ts';

/** The packed app and its folder on a computer that others use too. */
export const packageCases: readonly SecurityCase[] = [
  {
    id: 'data-of-another-user',
    attacker: 'user',
    attack: 'reads the data folder',
    defence: 'files readable by this user only',
    tests: [{ file: 'test/integration/main/store/store.test.ts' }],
  },
  {
    id: 'other-code-in-the-app',
    attacker: 'packer',
    attack: 'adds code to the archive, starts a debugger or plain Node',
    defence: 'fuses, archive integrity, signatures',
    tests: [{ file: 'test/integration/build/package.test.ts' }],
  },
];

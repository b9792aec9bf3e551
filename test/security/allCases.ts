import { foreignDataCases } from './cases/foreignData.ts';
import { keyCases } from './cases/key.ts';
import { networkCases } from './cases/network.ts';
import { packageCases } from './cases/package.ts';
import { pageCases } from './cases/page.ts';
import { runtimeCases } from './cases/runtime.ts';
import { userDataCases } from './cases/userData.ts';
import type { SecurityCase } from './securityCase.ts';

/** Every case, in the order of the table. */
export const allCases: readonly SecurityCase[] = [
  ...pageCases,
  ...runtimeCases,
  ...foreignDataCases,
  ...keyCases,
  ...userDataCases,
  ...networkCases,
  ...packageCases,
];

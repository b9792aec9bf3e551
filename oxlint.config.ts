import path from 'node:path';
import { oxlintRules } from './build/lint/oxlintRules.ts';
import eslintConfiguration from './eslint.config.ts';

/**
 * The rules of `eslint.config.ts` for everything but components. The file lies beside that one, since the paths of rules count from its
 * folder: in another one the rules that know types apply to no file.
 */
export default oxlintRules(
  eslintConfiguration,
  path.join(import.meta.dirname, 'build', 'lint', 'ownRules.ts'),
);

import path from 'node:path';
import { oxlintRules } from './build/lint/oxlintRules.ts';
import eslintConfiguration from './eslint.config.ts';

/** The rules of `eslint.config.ts` for everything but components. */
export default oxlintRules(
  eslintConfiguration,
  path.join(import.meta.dirname, 'build', 'lint', 'ownRules.ts'),
);

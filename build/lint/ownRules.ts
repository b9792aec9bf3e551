import type { ESLint } from 'eslint';
import { derivedOwners } from './derivedOwners.ts';
import { importBorders } from './importBorders.ts';
import { borders } from './modules.ts';
import { ownProcess } from './ownProcess.ts';
import { peopleInput } from './peopleInput.ts';

const ownRules: ESLint.Plugin = {
  meta: { name: 'project' },
  rules: {
    'derived-owners': derivedOwners(),
    'import-borders': importBorders(borders),
    'own-process': ownProcess(),
    'people-input': peopleInput(),
  },
};

export default ownRules;

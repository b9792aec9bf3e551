import path from 'node:path';
import type { Plugin } from 'vite';
import { callNames, eventNames } from '../../preload/contract/names.ts';

/** Puts the names of the bridge into a bundle as lists of words, in the place of the module that reads them off the schemas. */
export function bridgeNames(): Plugin {
  const module = path.resolve('preload/contract/names.ts');
  return {
    name: 'bridge-names',
    load(id) {
      if (path.normalize(id) !== module) return null;
      return [
        `export const callNames = ${JSON.stringify(callNames)};`,
        `export const eventNames = ${JSON.stringify(eventNames)};`,
      ].join('\n');
    },
  };
}

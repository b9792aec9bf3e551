import path from 'node:path';
import type { Plugin } from 'vite';
import { callNames, eventNames } from '../../preload/contract/names.ts';

/** Replaces the module that derives the bridge's names from schemas with a plain list of them. */
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

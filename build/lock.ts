import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectFolder } from './start/project.ts';

/**
 * `npm run lock`: restores a field that npm omits when it writes `package-lock.json`: that a package is
 * prebuilt and not compiled. Run it after changing packages. Rule: npm's documentation of package.json,
 * "gypfile".
 */

const lockSchema = z.looseObject({ packages: z.record(z.string(), z.looseObject({})) });
const packageSchema = z.looseObject({ gypfile: z.boolean().optional() });

const file = path.join(projectFolder, 'package-lock.json');
const lock = lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
for (const [location, entry] of Object.entries(lock.packages)) {
  const stated = path.join(projectFolder, location, 'package.json');
  if (location === '' || !existsSync(stated)) continue;
  const { gypfile } = packageSchema.parse(JSON.parse(readFileSync(stated, 'utf8')));
  if (gypfile !== undefined) lock.packages[location] = { ...entry, gypfile };
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

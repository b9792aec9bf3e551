import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { shippedPackageSchema, type ShippedPackage } from '../../../preload/contract/about.ts';

/** Each part lists the packages bundled into it (see `build/bundle/licences.ts`). */
const parts = ['main', 'preload', 'renderer'];

export async function readShippedPackages(outFolder: string): Promise<ShippedPackage[]> {
  const lists = await Promise.all(
    parts.map(async (part) => {
      const text = await readFile(join(outFolder, part, 'licences.json'), 'utf8');
      return z.array(shippedPackageSchema).parse(JSON.parse(text));
    }),
  );
  const byName = new Map(lists.flat().map((entry) => [`${entry.name} ${entry.version}`, entry]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

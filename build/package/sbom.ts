import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { shippedPackageSchema } from '../../preload/contract/about.ts';
import { projectFolder } from '../start/project.ts';
import { licencesFile } from '../bundle/licences.ts';

/**
 * The bill of materials of the built app as CycloneDX JSON: npm's list of the lock file, reduced to packages
 * in the app. Rule: CycloneDX 1.5, "components".
 */
const componentSchema = z.looseObject({ name: z.string(), version: z.string(), 'bom-ref': z.string() });
const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), 'bom-ref': z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

export type Bill = z.infer<typeof billSchema>;

/** Reads the lists of the last build. Throws without a build. */
export function billOfMaterials(): Bill {
  const shipped = new Set(
    ['main', 'preload', 'renderer'].flatMap((part) =>
      z
        .array(shippedPackageSchema)
        .parse(JSON.parse(readFileSync(path.join(projectFolder, 'out', part, licencesFile), 'utf8')))
        .map(({ name, version }) => `${name}@${version}`),
    ),
  );
  const all = billSchema.parse(JSON.parse(npmBill()));
  const components = all.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const app = all.metadata.component['bom-ref'];
  const refs = new Set([app, ...components.map((component) => component['bom-ref'])]);
  return {
    ...all,
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((name) => refs.has(name)) })),
  };
}

/** npm tells its scripts its path; otherwise npm is on the PATH. */
function npmBill(): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const options = { cwd: projectFolder, encoding: 'utf8', maxBuffer: 64_000_000 } as const;
  const npm = process.env['npm_execpath'];
  return npm === undefined
    ? execFileSync('npm', args, { ...options, shell: process.platform === 'win32' })
    : execFileSync(process.execPath, [npm, ...args], options);
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 2)}\n`);
}

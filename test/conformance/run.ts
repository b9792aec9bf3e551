import { parseArgs } from 'node:util';
import { FailureError } from '../../preload/contract/failures.ts';
import { printText } from '../../main/cli/output.ts';
import { startServiceProcess } from '../support/sampleService.ts';
import type { Service } from './ask.ts';
import { printCases } from './printCases.ts';

/**
 * `npm run test:conformance -- [--base-url URL --key KEY]`: runs the cases of this folder against a service, the sample data service
 * unless one is named, and prints a table. Exit codes: 0 all hold, 1 one does not or the service cannot be reached, 2 usage.
 */

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const named = serviceNamed(args);
  if (named === null) {
    process.stderr.write(
      'Usage: npm run test:conformance -- [--base-url URL [--key KEY]]\nThe key is read from RWA_API_KEY if it is left out. Without a base URL the sample data service is used.\n',
    );
    return 2;
  }
  try {
    if (named !== 'sample') return await runAgainst(named);
    await using sample = await startServiceProcess('--assets', '400', '--transactions', '20000');
    return await runAgainst(sample);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    process.stderr.write(`${error.failure.message}\n`);
    return 1;
  }
}

/** Returns null for arguments that name no service. */
function serviceNamed(args: readonly string[]): Service | 'sample' | null {
  try {
    const options = { 'base-url': { type: 'string' }, key: { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const { 'base-url': baseUrl, key = process.env['RWA_API_KEY'] } = values;
    if (baseUrl === undefined) return values.key === undefined ? 'sample' : null;
    if (!URL.canParse(baseUrl) || key === undefined || key === '') return null;
    return { url: baseUrl.replace(/\/+$/, ''), key };
  } catch {
    return null;
  }
}

async function runAgainst(service: Service): Promise<number> {
  await printText(`Cases against ${service.url}\n\n`);
  return (await printCases(service)) ? 0 : 1;
}

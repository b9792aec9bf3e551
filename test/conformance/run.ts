import { parseArgs } from 'node:util';
import { FailureError } from '../../preload/contract/failures.ts';
import { makeAsk } from '../../main/data-service/probe/ask.ts';
import { runCase, type ConformanceFinding } from '../../main/data-service/probe/conformance.ts';
import { readCases } from '../../main/data-service/probe/readCases.ts';
import { startServiceProcess } from '../support/sampleService.ts';

/**
 * `npm run test:conformance -- [--base-url URL --key KEY]`: runs the cases of this folder against a service, the sample data service
 * unless one is named, and prints a table. Exit codes: 0 all hold, 1 one does not or the service cannot be reached, 2 usage.
 */

interface Service {
  readonly url: string;
  readonly key: string;
}

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

async function runAgainst({ url, key }: Service): Promise<number> {
  const ask = makeAsk({
    baseUrl: url,
    key,
    transport: (request, init) => fetch(request, init),
    signal: new AbortController().signal,
  });
  const cases = await readCases(import.meta.dirname);
  const width = Math.max(...cases.map(({ known }) => known.length));
  process.stdout.write(`${cases.length.toString()} cases against ${url}\n\n`);
  const findings: ConformanceFinding[] = [];
  for (const one of cases) {
    const finding = await runCase(one, ask);
    findings.push(finding);
    process.stdout.write(`${resultOf(finding).padEnd(9)} ${finding.known.padEnd(width)}  ${finding.name}\n`);
    for (const problem of finding.problems) process.stdout.write(`${' '.repeat(12)}${problem}\n`);
  }
  const count = (wanted: boolean | null): string =>
    findings.filter(({ holds }) => holds === wanted).length.toString();
  process.stdout.write(`\n${count(true)} hold, ${count(false)} do not, ${count(null)} could not be seen\n`);
  return findings.some(({ holds }) => holds === false) ? 1 : 0;
}

function resultOf({ holds }: ConformanceFinding): string {
  if (holds === null) return 'not seen';
  return holds ? 'holds' : 'FAILS';
}

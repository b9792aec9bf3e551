import { apiKeySchema, baseUrlSchema, defaultBaseUrl } from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { UsageError } from '../../main/cli/exitCodes.ts';
import { plainLine, printText } from '../../main/cli/output.ts';
import { readSecret } from '../../main/cli/readInput.ts';
import { makeAsk, type Service } from './ask.ts';
import { runCase, type ConformanceFinding } from './cases.ts';
import { readCases } from './readCases.ts';

/**
 * `npm run probe`: runs the cases of this folder against the service at `RWA_BASE_URL`, else the live one. The key is `RWA_API_KEY`, else
 * asked for or read from the standard input. Exit codes: 0 all hold that could be seen, 1 one does not or the service cannot be reached,
 * 2 usage.
 */

try {
  process.exitCode = (await probe()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof FailureError)) throw error;
  process.stderr.write(`${plainLine(error.message)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function probe(): Promise<boolean> {
  const baseUrl = baseUrlSchema.safeParse(process.env['RWA_BASE_URL'] ?? defaultBaseUrl);
  if (!baseUrl.success) throw new UsageError(`RWA_BASE_URL: ${baseUrl.error.issues[0]?.message ?? ''}`);
  await printText(`Requests go to ${baseUrl.data}\n\n`);
  const key = apiKeySchema.safeParse(process.env['RWA_API_KEY'] ?? (await readSecret('API key: ')));
  if (!key.success) throw new UsageError(key.error.issues[0]?.message ?? 'This is not an API key.');
  return printCases({ url: baseUrl.data, key: key.data });
}

/** Prints a line for each case, and what does not hold. @returns whether all hold that could be seen */
async function printCases(service: Service): Promise<boolean> {
  const ask = makeAsk(service);
  const cases = await readCases(import.meta.dirname);
  const width = Math.max(...cases.map(({ known }) => known.length));
  const findings: ConformanceFinding[] = [];
  for (const one of cases) {
    const finding = await runCase(one, ask);
    findings.push(finding);
    const assumption = one.assumption === undefined ? '' : ` (${one.assumption})`;
    await printText(
      `${resultOf(finding).padEnd(9)} ${finding.known.padEnd(width)}  ${finding.name}${assumption}\n`,
    );
    for (const problem of finding.problems) await printText(`${' '.repeat(12)}${problem}\n`);
  }
  const count = (wanted: boolean | null): string =>
    findings.filter(({ holds }) => holds === wanted).length.toString();
  await printText(`
${count(true)} cases hold, ${count(false)} do not, ${count(null)} could not be seen
`);
  return findings.every(({ holds }) => holds !== false);
}

function resultOf({ holds }: ConformanceFinding): string {
  if (holds === null) return 'not seen';
  return holds ? 'holds' : 'FAILS';
}

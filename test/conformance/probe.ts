import { apiKeySchema, baseUrlSchema } from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { defaultBaseUrl } from '../../preload/contract/serviceAddress.ts';
import { UsageError } from '../../main/cli/exitCodes.ts';
import { plainLine, printText } from '../../main/cli/output.ts';
import { readSecret } from '../../main/cli/readSecret.ts';
import { findAssumptions } from './findings.ts';
import { askService, printCases, printCount, resultOf } from './printCases.ts';

/**
 * `npm run probe`: asks a service which of the client's assumptions hold, then runs the cases of this folder. The service is
 * `RWA_BASE_URL`, else the live one; the key is `RWA_API_KEY`, else asked for or read from the standard input. Exit codes: 0 all hold
 * that could be seen, 1 one does not or the service cannot be reached, 2 usage.
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
  const ask = askService(baseUrl.data, key.data);
  const findings = await findAssumptions(ask);
  for (const finding of findings) {
    const { id, assumption, seen, code } = finding;
    await printText(
      `${resultOf(finding).padEnd(9)} ${id}: ${assumption}\n${' '.repeat(12)}${seen} (${code})\n`,
    );
  }
  const assumptionsHold = await printCount('assumptions', findings);
  await printText('\n');
  return (await printCases(ask)) && assumptionsHold;
}

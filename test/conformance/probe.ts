import { apiKeySchema, baseUrlSchema } from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { defaultBaseUrl } from '../../preload/contract/serviceAddress.ts';
import { UsageError } from '../../main/cli/exitCodes.ts';
import { plainLine, printText } from '../../main/cli/output.ts';
import { readSecret } from '../../main/cli/readSecret.ts';
import { printCases } from './printCases.ts';

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

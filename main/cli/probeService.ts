import { apiKeySchema } from '../../preload/contract/connections.ts';
import { probe } from '../service/probe/probe.ts';
import type { Transport } from '../service/transport.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { readSecret } from './readSecret.ts';
import { keyVariable } from './source.ts';
import type { ProbeTask } from './task.ts';

/**
 * Runs `probe`: a line for each assumption, with what was seen.
 * @returns `query` where one does not hold, so that a script notices.
 */
export async function probeService(
  task: ProbeTask,
  surroundings: { transport: Transport; signal: AbortSignal },
): Promise<ExitCode> {
  const key = apiKeySchema.safeParse(process.env[keyVariable] ?? (await readSecret('API key: ')));
  if (!key.success) throw new UsageError(key.error.issues[0]?.message ?? 'This is no API key.');
  const findings = await probe({
    baseUrl: task.baseUrl,
    key: key.data,
    ...surroundings,
    onAsk: (pathAndQuery) => {
      if (process.stderr.isTTY) remark(`Asking ${pathAndQuery}`);
    },
  });
  for (const { id, assumption, holds, seen, code } of findings) {
    await print({ id, holds: holds === null ? 'not seen' : holds ? 'yes' : 'no', assumption, seen, code });
  }
  const broken = findings.filter(({ holds }) => holds === false).length;
  const open = findings.filter(({ holds }) => holds === null).length;
  remark(
    `${(findings.length - broken - open).toString()} assumptions hold, ${broken.toString()} do not, ${open.toString()} could not be seen.`,
  );
  return broken === 0 ? exitCodes.done : exitCodes.query;
}

import { apiKeySchema } from '../../preload/contract/connections.ts';
import { makeAsk, type Ask } from '../data-service/probe/ask.ts';
import { runCase, type ConformanceCase, type ConformanceFinding } from '../data-service/probe/conformance.ts';
import { probe } from '../data-service/probe/probe.ts';
import { readCases } from '../data-service/probe/readCases.ts';
import type { Transport } from '../data-service/transport.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { readSecret } from './readSecret.ts';
import { keyVariable } from './source.ts';
import type { ProbeTask } from './task.ts';

/**
 * Runs `probe`: a line for each assumption with what was seen, and one for each case of the task's folder.
 * @returns `query` if one does not hold, so that a script notices.
 */
export async function probeService(
  task: ProbeTask,
  environment: { transport: Transport; signal: AbortSignal },
): Promise<ExitCode> {
  const cases = task.cases === undefined ? [] : await readCases(task.cases);
  const key = apiKeySchema.safeParse(process.env[keyVariable] ?? (await readSecret('API key: ')));
  if (!key.success) throw new UsageError(key.error.issues[0]?.message ?? 'This is not an API key.');
  const ask = makeAsk({
    baseUrl: task.baseUrl,
    key: key.data,
    ...environment,
    onAsk: (pathAndQuery) => {
      if (process.stderr.isTTY) remark(`Requesting ${pathAndQuery}`);
    },
  });
  const seen = [await printAssumptions(ask)];
  if (cases.length > 0) seen.push(await printCases(ask, cases));
  return seen.flat().includes(false) ? exitCodes.query : exitCodes.done;
}

type Holds = boolean | null;

async function printAssumptions(ask: Ask): Promise<Holds[]> {
  const findings = await probe(ask);
  for (const { id, assumption, holds, seen, code } of findings) {
    await print({ id, holds: answerOf(holds), assumption, seen, code });
  }
  return summedUp('assumptions', findings);
}

async function printCases(ask: Ask, cases: readonly ConformanceCase[]): Promise<Holds[]> {
  const findings: ConformanceFinding[] = [];
  for (const one of cases) {
    const finding = await runCase(one, ask);
    const { name, known, holds, problems } = finding;
    await print({ case: name, holds: answerOf(holds), known, problems });
    findings.push(finding);
  }
  return summedUp('cases', findings);
}

function answerOf(holds: Holds): string {
  if (holds === null) return 'not seen';
  return holds ? 'yes' : 'no';
}

function summedUp(what: string, findings: readonly { readonly holds: Holds }[]): Holds[] {
  const all = findings.map(({ holds }) => holds);
  const count = (wanted: Holds): string => all.filter((holds) => holds === wanted).length.toString();
  remark(`${count(true)} ${what} hold, ${count(false)} do not, ${count(null)} could not be seen.`);
  return all;
}

import { printText } from '../../main/cli/output.ts';
import { makeAsk, type Ask } from './ask.ts';
import { runCase, type ConformanceFinding } from './cases.ts';
import { readCases } from './readCases.ts';

/** Sends requests with Node's own fetch. */
export function askService(baseUrl: string, key: string): Ask {
  return makeAsk({
    baseUrl,
    key,
    transport: (request, init) => fetch(request, init),
    signal: new AbortController().signal,
  });
}

/** Runs the cases of this folder and prints a line for each, and what does not hold. @returns whether all hold that could be seen */
export async function printCases(ask: Ask): Promise<boolean> {
  const cases = await readCases(import.meta.dirname);
  const width = Math.max(...cases.map(({ known }) => known.length));
  const findings: ConformanceFinding[] = [];
  for (const one of cases) {
    const finding = await runCase(one, ask);
    findings.push(finding);
    await printText(`${resultOf(finding).padEnd(9)} ${finding.known.padEnd(width)}  ${finding.name}\n`);
    for (const problem of finding.problems) await printText(`${' '.repeat(12)}${problem}\n`);
  }
  return await printCount('cases', findings);
}

interface Holds {
  /** Null if it could not be seen. */
  readonly holds: boolean | null;
}

export function resultOf({ holds }: Holds): string {
  if (holds === null) return 'not seen';
  return holds ? 'holds' : 'FAILS';
}

/** @returns whether all hold that could be seen */
export async function printCount(what: string, findings: readonly Holds[]): Promise<boolean> {
  const count = (wanted: boolean | null): string =>
    findings.filter(({ holds }) => holds === wanted).length.toString();
  await printText(
    `\n${count(true)} ${what} hold, ${count(false)} do not, ${count(null)} could not be seen\n`,
  );
  return findings.every(({ holds }) => holds !== false);
}

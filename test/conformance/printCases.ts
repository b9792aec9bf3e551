import { printText } from '../../main/cli/output.ts';
import { makeAsk, type Service } from './ask.ts';
import { runCase, type ConformanceFinding } from './cases.ts';
import { readCases } from './readCases.ts';

/** Runs the cases of this folder against a service, and prints a line for each, and what does not hold. @returns whether all hold that could be seen */
export async function printCases(service: Service): Promise<boolean> {
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

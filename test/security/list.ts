import { attackers, type SecurityCase } from './securityCase.ts';

const begin = '<!-- The cases of test/security; written by: npm run test:security -- --write -->';
const end = '<!-- End of the cases -->';

/** The list of SECURITY.md, as Markdown: the attacks of each attacker, with the id of their case. */
export function listOf(cases: readonly SecurityCase[]): string {
  return Object.entries(attackers)
    .map(([attacker, heading]) => {
      const own = cases.filter((one) => one.attacker === attacker);
      return [`### ${heading}`, '', ...own.map(({ id, attack }) => `- ${attack} (\`${id}\`)`)].join('\n');
    })
    .join('\n\n');
}

/** The text of SECURITY.md with the list of these cases in the place of the one between its marks. */
export function withCases(document: string, cases: readonly SecurityCase[]): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error('SECURITY.md has no marks for the list of the cases.');
  return `${document.slice(0, from)}${begin}\n\n${listOf(cases)}\n\n${document.slice(to)}`;
}

import { attackers, type SecurityCase } from './securityCase.ts';

const begin = '<!-- The cases of test/security; written by: npm run test:security -- --write -->';
const end = '<!-- End of the cases -->';

/** The table of SECURITY.md, as Markdown. */
export function tableOf(cases: readonly SecurityCase[]): string {
  const rows = cases.map(({ id, attacker, attack, defence, tests }) => {
    const files = [...new Set(tests.map(({ file }) => `\`${file}\``))].join(', ');
    return `| ${attackers[attacker]} | ${attack} | ${defence} | \`${id}\`: ${files} |`;
  });
  return ['| Who | Attack | Protection | Case |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The text of SECURITY.md with the table of these cases in the place of the one between its marks. */
export function withTable(document: string, cases: readonly SecurityCase[]): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error('SECURITY.md has no marks for the table of the cases.');
  return `${document.slice(0, from)}${begin}\n\n${tableOf(cases)}\n\n${document.slice(to)}`;
}

/** What readers of Markdown make links of, or tell somebody about. Rule: GitHub Flavored Markdown, "Autolinks (extension)". */
const alive = /(?:https?|ftp|mailto|xmpp):|www\.|@/i;

/**
 * Text that stays in its cell and is shown as it is: no markup, no tags, no control characters. Text with an address or a mention in it
 * is a code span, in which neither comes alive.
 */
export function markdownText(text: string): string {
  return alive.test(text) ? codeSpan(text) : escaped(text);
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>|#~&]/g, (mark) =>
      mark === '<' ? '&lt;' : mark === '&' ? '&amp;' : `\\${mark}`,
    )
    .replaceAll(/\r\n|\r|\n/g, '<br>')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Rule: CommonMark, 6.1: the fence is longer than any row of backticks in it. In a table a pipe is escaped in code, too. */
function codeSpan(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll('|', '\\|');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** Links and mentions. Source: GitHub Flavored Markdown, "Autolinks (extension)". */
const alive = /(?:https?|ftp|mailto|xmpp):|www\.|@/i;

/** Escapes text for a table cell. Addresses and mentions become code spans, where they are inert. */
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

/** CommonMark, 6.1: the fence exceeds all runs of backticks. Tables need escaped pipes even in code. */
function codeSpan(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll('|', '\\|');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

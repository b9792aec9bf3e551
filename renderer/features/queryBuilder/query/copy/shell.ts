import type { CopiedRequest } from './copyAs.ts';

export function writeUrl({ baseUrl, path, query }: CopiedRequest): string {
  const text = JSON.stringify(query);
  return text === '{}' ? `${baseUrl}${path}` : `${baseUrl}${path}?query=${escapeQuery(text)}`;
}

/** For any shell of the POSIX kind. */
export function writeCurl({ baseUrl, path, query }: CopiedRequest): string {
  const lines = [
    `curl --fail-with-body --get ${quote(`${baseUrl}${path}`)}`,
    '--header "Authorization: Bearer $RWA_API_KEY"',
    ...(Object.keys(query).length === 0
      ? []
      : [`--data-urlencode ${quote(`query=${JSON.stringify(query)}`)}`]),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Lone surrogates have no form in a URL. */
function escapeQuery(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27');
}

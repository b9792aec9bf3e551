import { findHome } from '../system/userFolders.ts';

/**
 * Removes text that a recipient of the log must not read: keys, secrets in addresses, names of folders, and
 * data. Error messages quote data (`Unexpected token 'A', "{"name":"Acme…" is not valid JSON`), so all quoted
 * text is removed.
 * @param home the user's home folder
 */
export function redact(text: string, home: string = findHome() ?? ''): string {
  return rules(home).reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, replacement), text);
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return withoutQuoted(typeof error === 'string' ? error : typeof error);
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? [] : [`caused by ${describeError(error.cause)}`];
  return [`${error.name}${code}: ${withoutQuoted(error.message)}`, ...frames, ...cause].join('\n');
}

function withoutQuoted(message: string): string {
  return message
    .replaceAll(/“[^”]*”/gu, '“…”')
    .replaceAll(/`[^`]*`/g, '`…`')
    .replaceAll(/".*"/gs, '"…"')
    .replaceAll(/(?<=^|[\s(:,])'.*?'(?=$|[\s),.:;])/gs, "'…'")
    .slice(0, 500);
}

const secretNames =
  '(?:x-)?api[-_]?key|key|token|access[-_]?token|refresh[-_]?token|secret|client[-_]?secret|password|passwd|pwd|sig|signature|auth';

function rules(home: string): (readonly [RegExp, string])[] {
  return [
    // Headers: as a line, in JSON and in error messages.
    [
      /((?:proxy-)?authorization|x-api-key|cookie|set-cookie)(["']?\s*[:=]\s*["']?)[^\n"']+/gi,
      '$1$2[left out]',
    ],
    // A key may have any visible characters; a quote ends it where it ends a text.
    [/\b(bearer|basic)\s+(?:\\.|[^\s"']|["'](?![,\]}:\s]|$))+/gi, '$1 [left out]'],
    // Queries and user names of addresses.
    [new RegExp(`([?&;](?:${secretNames})=)[^&#\\s"']*`, 'gi'), '$1[left out]'],
    [/([a-z][a-z0-9+.-]*:\/\/)[^/\s@]+@/gi, '$1[left out]@'],
    // `"apiKey": "…"` and `token=…`.
    [new RegExp(`(["'](?:${secretNames})["']\\s*:\\s*["'])[^"']*`, 'gi'), '$1[left out]'],
    ...homePatterns(home).map((pattern) => [pattern, '~'] as const),
  ];
}

/** Matches the home folder as a path, with either slash, and in a `file:` address. Systems differ in case. */
function homePatterns(home: string): RegExp[] {
  const bare = home.replace(/[\\/]+$/, '');
  if (bare.length < 2) return [];
  const spellings = new Set([
    bare,
    bare.replaceAll('\\', '/'),
    bare.replaceAll('\\', '\\\\'),
    encodeURI(bare.replaceAll('\\', '/')),
  ]);
  return [...spellings]
    .toSorted((a, b) => b.length - a.length)
    .map((path) => new RegExp(`${path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`, 'gi'));
}

import { isJsonObject, type Json } from '../../preload/contract/json.ts';

/** A host that cannot exist. Hostile texts point to it. */
const hostileHost = 'hostile.example';

/** One of each kind of invisible character: direction marks, joiners, fillers, selectors, tags and others. */
export const invisibleText =
  '\u00AD\u034F\u061C\u115F\u1160\u17B4\u180B\u180E\u200B\u200E\u202E\u2060\u2065\u2069\u206A\u206F\u3164\uFE00\uFE0F\uFEFF\uFFA0\uFFF9\uFFFB\u{1D173}\u{E0001}\u{E0041}\u{E007F}\u{E0100}\u{E01EF}';

/**
 * Texts of a compromised service: markup and addresses that run or load something if trusted, formulas,
 * terminal commands, names of object members, lone surrogates. Any that runs sets `window.hit`.
 */
export const hostileTexts: readonly string[] = [
  '<script>window.hit=1</script>',
  '"><img src=x onerror="window.hit=1">',
  "'><svg/onload=window.hit=1>",
  `<img src="https://${hostileHost}/pixel.png">`,
  '</title></style></textarea></script><script>window.hit=1</script>',
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<a href="javascript:window.hit=1" autofocus onfocus="window.hit=1">x</a>',
  '<details open ontoggle=window.hit=1>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;">',
  'javascript:window.hit=1',
  'data:text/html,<script>parent.hit=1</script>',
  `red;background:url(https://${hostileHost}/style.png)`,
  `https://${hostileHost}/"onmouseover="window.hit=1`,
  `//${hostileHost}/share`,
  '\\\\hostile.example\\share',
  'file:///etc/passwd',
  `[x](javascript:window.hit=1) ![x](https://${hostileHost}/x.png)`,
  "{{constructor.constructor('window.hit=1')()}}",
  '${window.hit=1}',
  "=cmd|' /C calc'!A0",
  '@SUM(1+1)*cmd',
  '\u001b]0;title\u0007\u001b[2J\u001b[31m',
  '\u009b2J\u0090q\u009c',
  '\ud800 half \udfff',
  '\u202Egnp.exe\u2066',
  'zero\u0000and\u2028line',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '%s%n%x',
  "'; DROP TABLE records; --",
  'x'.repeat(5000),
];

/** Members that identify or join records, or place figures in time. */
const kept = /(^|_)(id|ids)$|^(date|datetime|timestamp|operator|direction|type)$|^[xy]$/;

/**
 * Replaces every text of an answer with the next hostile one, except ids, so that lists can still be read.
 * The last object of each list appears twice. Records get members named like those of objects. Records that
 * `isLong` chooses, by id and index, get a text of `longestText` characters.
 */
export function spoil(
  answer: Json,
  longestText: number,
  isLong: (id: Json | undefined, nth: number) => boolean,
): Json {
  let place = 0;
  const nextText = (): string => hostileTexts[place++ % hostileTexts.length] ?? '';

  function spoiltValue(value: Json, name: string): Json {
    if (typeof value === 'string') return kept.test(name) ? value : nextText();
    if (Array.isArray(value)) return withTwin(value as Json[]).map((element) => spoiltValue(element, name));
    return isJsonObject(value) ? spoiltObject(value) : value;
  }

  function withTwin(elements: readonly Json[]): readonly Json[] {
    const last = elements.at(-1);
    return isJsonObject(last) ? [...elements, last] : elements;
  }

  function spoiltObject(object: Readonly<Record<string, Json>>): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, spoiltValue(value, name)]),
    );
  }

  if (!isJsonObject(answer)) return answer;
  const spoilt = spoiltObject(answer);
  const results = spoilt['results'];
  if (Array.isArray(results)) {
    for (const [nth, record] of (results as Json[]).entries())
      if (isJsonObject(record)) addMembers(record, nth);
  }
  return spoilt;

  /** Adds members as JSON does: assigning `__proto__` would set the prototype instead. */
  function addMembers(record: Record<string, Json>, nth: number): void {
    for (const name of ['__proto__', 'constructor', 'toString', '<img src=x onerror=window.hit=1>']) {
      const value = { polluted: true, name: nextText() };
      Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
    }
    if (isLong(record['id'], nth)) record['description'] = 'long '.repeat(longestText / 5);
  }
}

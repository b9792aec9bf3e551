import { counted } from '../../../preload/contract/counted.ts';
import { errorText } from '../../../preload/contract/failures.ts';
import { z } from 'zod';
import { isTooDeep, maxDepth } from '../../../preload/contract/answerNotes.ts';
import { parseExactJson } from '../../../preload/contract/exactNumbers.ts';
import { isJsonObject } from '../../../preload/contract/json.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';
import {
  queryFileFormat,
  queryFileVersion,
  queryTargets,
  savedQueryContentSchema,
  type SavedQuery,
  type SavedQueryContent,
} from '../../../preload/contract/savedQueries.ts';

/** Maximum number of views in a file and in the app: all are read at every start. */
export const maxQueries = 1000;

const maxReportedErrors = 20;

export interface QueryFile {
  readonly queries: SavedQueryContent[];
  readonly errors: string[];
}

/** Reads a file. If it returns errors, do not use `queries`. */
export function readQueryFile(text: string): QueryFile {
  const file = parse(text);
  if (typeof file === 'string') return { queries: [], errors: [file] };
  const envelope = envelopeError(file);
  if (envelope !== null) return { queries: [], errors: [envelope] };
  const errors: string[] = [];
  const queries = z
    .array(z.unknown())
    .parse(file['queries'])
    .flatMap((entry, index) => {
      const read = savedQueryContentSchema.safeParse(entry);
      if (read.success) return [read.data];
      const named = nameOf(entry, index);
      errors.push(...read.error.issues.map((issue) => sentence(named, issue, entry)));
      return [];
    });
  const unreported = errors.length - maxReportedErrors;
  return {
    queries,
    errors:
      unreported > 0
        ? [...errors.slice(0, maxReportedErrors), `There are ${unreported.toString()} more errors.`]
        : errors,
  };
}

/** Omits ids, because an import creates new ones. `now`: milliseconds since 1970 UTC. */
export function writeQueryFile(queries: readonly SavedQuery[], now: number): string {
  const file = {
    format: queryFileFormat,
    version: queryFileVersion,
    exportedAt: new Date(now).toISOString(),
    queries: queries.map(contentOf),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const stamps: readonly string[] = ['id', 'createdAt', 'changedAt'];

export function contentOf(document: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !stamps.includes(name)));
}

function parse(text: string): Readonly<Record<string, unknown>> | string {
  let value: unknown;
  try {
    // Some editors add a byte order mark.
    value = parseExactJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `The file is not JSON: ${errorText(error)}.`;
  }
  if (isTooDeep(value)) return `The file is nested deeper than ${maxDepth.toString()} levels.`;
  return isJsonObject(value) ? value : 'The file does not hold a JSON object.';
}

function envelopeError(file: Readonly<Record<string, unknown>>): string | null {
  const { format, version, queries } = file;
  if (format !== queryFileFormat) {
    return `This is not a file of saved views: its “format” is ${shown(format)}, not “${queryFileFormat}”.`;
  }
  if (version !== queryFileVersion) {
    return `The file has version ${shown(version)}; the app reads version ${queryFileVersion.toString()}.`;
  }
  if (!Array.isArray(queries)) return 'The file has no list “queries”.';
  return queries.length > maxQueries
    ? `The file holds ${counted(queries.length, 'saved view')}. The app reads files of up to ${maxQueries.toLocaleString('en')}.`
    : null;
}

function nameOf(entry: unknown, index: number): string {
  const position = `View ${(index + 1).toString()}`;
  const name = isJsonObject(entry) ? entry['name'] : undefined;
  return typeof name === 'string' && name !== '' ? `${position}, ${shown(name)}` : position;
}

function sentence(query: string, issue: z.core.$ZodIssue, entry: unknown): string {
  const [first] = issue.path;
  const member = memberName(issue.path);
  const value = valueAt(entry, issue.path);
  if (issue.code === 'unrecognized_keys') {
    const where = member === '' ? '' : ` in “${member}”`;
    return `${query}: ${issue.keys.map((key) => `“${key}”`).join(', ')} is not known${where}.`;
  }
  if (member === '') return `${query} is not an object with a name and a resource.`;
  if (value === undefined) return `${query}: “${member}” is missing.`;
  if (first === 'resource') return `${query}: ${notOneOf('resource', value, resourceNames)}`;
  if (first === 'target') return `${query}: ${notOneOf('target', value, queryTargets)}`;
  if (first === 'totals' && issue.code === 'invalid_union')
    return `${query}: “${member}” is ${shown(value)}, which is no figure of totals.`;
  if (issue.code === 'invalid_value') return `${query}: ${notOneOf(member, value, issue.values.map(String))}`;
  if (first === 'query' || first === 'off') return `${query}: ${querySentence(issue, member, value)}`;
  if (issue.code === 'invalid_type') {
    return `${query}: “${member}” is ${shown(value)}, and must be ${kinds[issue.expected] ?? issue.expected}.`;
  }
  return `${query}: “${member}” is ${shown(value)}, and ${issue.message}.`;
}

function querySentence(issue: z.core.$ZodIssue, member: string, value: unknown): string {
  if (issue.code === 'invalid_union') {
    return `“${member}” is ${shown(value)}, which is neither a condition (“field”, “operator”, “value”) nor a group (“filters”).`;
  }
  if (issue.code === 'invalid_type') {
    return `“${member}” is ${shown(value)}, and must be ${kinds[issue.expected] ?? issue.expected}.`;
  }
  return `“${member}” is ${shown(value)}: ${issue.message}.`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function notOneOf(member: string, value: unknown, allowed: readonly string[]): string {
  return `“${member}” is ${shown(value)}, and must be one of ${allowed.join(', ')}.`;
}

function memberName(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part.toString()}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

function valueAt(entry: unknown, path: readonly PropertyKey[]): unknown {
  let value = entry;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`;
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

import { mendJson } from '../../preload/contract/answerNotes.ts';
import { endOfString, parseExactJson, skipSpace } from '../../preload/contract/exactNumbers.ts';

/** Finds the elements of `results` by their braces, parses them one by one, and yields in between. */

const sliceMs = 4;

interface SlicedAnswer<Element> {
  readonly elements: Element[];
  readonly rest: unknown;
  readonly notes: readonly string[];
}

/** Parses elements of `results`; null without that list. Numbers beyond a double become text. */
export async function readSliced<Element>(
  text: string,
  read: (element: unknown) => Element,
): Promise<SlicedAnswer<Element> | null> {
  const sliced = await sliceJson(text, read);
  if (sliced !== null) return { ...sliced, notes: [] };
  const mended = mendJson(text);
  const slicedAgain = mended === null ? null : await sliceJson(mended.text, read);
  return slicedAgain === null ? null : { ...slicedAgain, notes: mended?.notes ?? [] };
}

async function sliceJson<Element>(
  text: string,
  read: (element: unknown) => Element,
): Promise<Omit<SlicedAnswer<Element>, 'notes'> | null> {
  const pause = makePause();
  const start = findResults(text);
  if (start === null) return null;
  const elements: Element[] = [];
  let at = skipSpace(text, start);
  try {
    while (text[at] !== ']') {
      if (elements.length > 0) {
        if (text[at] !== ',') return null;
        at = skipSpace(text, at + 1);
      }
      const end = await endOfValue(text, at, pause);
      elements.push(read(parseExactJson(text.slice(at, end))));
      await pause();
      at = skipSpace(text, end);
    }
    const rest: unknown = JSON.parse(`${text.slice(0, start)}${text.slice(at)}`);
    return { elements, rest };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function findResults(text: string): number | null {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return null;
  at += 1;
  for (;;) {
    at = skipSpace(text, at);
    if (text[at] !== '"') return null;
    const nameEnd = endOfString(text, at);
    const isResults = text.slice(at + 1, nameEnd - 1) === 'results';
    at = skipSpace(text, nameEnd);
    if (text[at] !== ':') return null;
    at = skipSpace(text, at + 1);
    if (isResults) return text[at] === '[' ? at + 1 : null;
    const scan = newScan(at);
    while (!scanValue(text, scan, text.length));
    at = skipSpace(text, scan.at);
    if (text[at] !== ',') return null;
    at += 1;
  }
}

interface Scan {
  at: number;
  depth: number;
  inText: boolean;
}

function newScan(at: number): Scan {
  return { at, depth: 0, inText: false };
}

const scanStep = 200_000;

async function endOfValue(text: string, at: number, pause: () => Promise<void>): Promise<number> {
  const scan = newScan(at);
  while (!scanValue(text, scan, scanStep)) {
    if (scan.at >= text.length) throw new SyntaxError('The text ends within a value.');
    await pause();
  }
  return scan.at;
}

const quote = 34;
const backslash = 92;
const comma = 44;
const opening = new Set([91, 123]);
const closing = new Set([93, 125]);

function scanValue(text: string, scan: Scan, step: number): boolean {
  const limit = Math.min(text.length, scan.at + step);
  for (; scan.at < limit; scan.at += 1) {
    const code = text.charCodeAt(scan.at);
    if (scan.inText) {
      if (code === backslash) scan.at += 1;
      else if (code === quote) scan.inText = false;
    } else if (code === quote) scan.inText = true;
    else if (opening.has(code)) scan.depth += 1;
    else if (closing.has(code)) {
      // The bracket that encloses the value.
      if (scan.depth === 0) return true;
      scan.depth -= 1;
      if (scan.depth === 0) {
        scan.at += 1;
        return true;
      }
    } else if (code === comma && scan.depth === 0) return true;
  }
  return scan.at >= text.length && limit === text.length && scan.depth === 0 && !scan.inText;
}

function makePause(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < sliceMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    startedAt = performance.now();
  };
}

import { maxDepth } from '../../preload/contract/answerNotes.ts';

/**
 * Objects that are met again. What crosses from a page may share objects: twenty of them, each twice in the one before, are a million
 * when they are walked.
 */
const maxRepeated = 10_000;

/** Why the arguments of a call cannot be walked, in a sentence; null where they can. */
export function shapeProblem(input: unknown): string | null {
  const seen = new Set<object>();
  const stack: { value: unknown; level: number }[] = [{ value: input, level: 1 }];
  let repeated = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, level } = next;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (level > maxDepth) return `The arguments are nested deeper than ${maxDepth.toString()} levels.`;
    if (seen.has(value)) repeated += 1;
    if (repeated > maxRepeated) return 'The arguments name the same objects again and again.';
    seen.add(value);
    for (const member of Object.values(value)) stack.push({ value: member, level: level + 1 });
  }
  return null;
}

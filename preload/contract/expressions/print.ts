import { isReserved } from './parser.ts';
import { plainName } from './syntax.ts';

/** Returns a field's name as written in an expression. */
export function printField(name: string): string {
  return plainName.test(name) && !isReserved(name) ? name : `[${name.replaceAll(']', ']]')}]`;
}

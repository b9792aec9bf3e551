import { isReserved } from './parser.ts';
import { plainName } from './syntax.ts';

/** The name of a field as it stands in an expression. */
export function printField(name: string): string {
  return plainName.test(name) && !isReserved(name) ? name : `[${name.replaceAll(']', ']]')}]`;
}

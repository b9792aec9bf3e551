import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../../../../main/sample-service/data/random.ts';
import { compileExpression } from '../../../../../preload/contract/expressions/compile.ts';
import { parseExpression } from '../../../../../preload/contract/expressions/parser.ts';
import type { Expression } from '../../../../../preload/contract/expressions/syntax.ts';
import {
  dayIn,
  expressionLimits,
  Fault,
  valueTypes,
  type ValueType,
} from '../../../../../preload/contract/expressions/values.ts';
import { atScale } from '../../../../support/scale.ts';
import { printExpression } from './printExpression.ts';
import { oddResource, randomExpression, randomRecord } from './randomExpressions.ts';

const file = fileURLToPath(import.meta.url);
const today = '2025-06-30';

/** The tree without the places of its parts. */
function shape(expression: Expression): unknown {
  return JSON.parse(
    JSON.stringify(expression, (name, value: unknown) =>
      name === 'from' || name === 'to' ? undefined : value,
    ),
  );
}

function isOf(type: ValueType, value: unknown): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0);
    case 'text':
      return typeof value === 'string' && value.length <= expressionLimits.text;
    case 'date':
      return typeof value === 'string' && value.length === 10 && dayIn(value) === value;
    case 'boolean':
      return typeof value === 'boolean';
  }
}

/** What this thread has computed since, in ms: not the time that other programs take. */
function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('random expressions', () => {
  it('are read again as they are printed, are of their type, and so is every value', async () => {
    await atScale(file, 10_000, ({ count, seed }) => {
      const random = makeRandom(seed);
      const before = process.threadCpuUsage();
      for (let index = 0; index < count; index += 1) {
        const type = random.pick(valueTypes);
        const expression = randomExpression(random, type, random.integer(0, 5));
        const text = printExpression(expression);
        if (text.length > expressionLimits.length) continue;
        const parsed = parseExpression(text);
        expect(parsed.ok ? shape(parsed.expression) : parsed, text).toEqual(shape(expression));
        const compiled = compileExpression(text, oddResource, today);
        expect(compiled.ok ? compiled.type : compiled, text).toBe(type);
        if (!compiled.ok) continue;
        for (let round = 0; round < 5; round += 1) {
          const record = randomRecord(random);
          const value = compiled.evaluate(record);
          if (value === null || (value instanceof Fault && value.reason !== unchecked)) continue;
          expect(isOf(type, value), `${text}\n${JSON.stringify(record)}\n${JSON.stringify(value)}`).toBe(
            true,
          );
        }
      }
      // 0.1 ms each.
      expect(msSince(before)).toBeLessThan(2000 + count * 5);
    });
  });

  it('that are broken anywhere are read or refused with a place in the text, and never throw', async () => {
    await atScale(file, 10_000, ({ count, seed }) => {
      const random = makeRandom(seed, 1);
      const pieces = [
        '(',
        ')',
        ',',
        '"',
        '[',
        ']',
        '+',
        ' and ',
        ' not ',
        '1e',
        '..',
        ':',
        'if(',
        'date(',
        '\0',
        '😀',
        '__proto__',
        'n',
      ];
      for (let index = 0; index < count; index += 1) {
        let text = printExpression(randomExpression(random, random.pick(valueTypes), random.integer(0, 4)));
        for (let edits = random.integer(1, 4); edits > 0; edits -= 1) {
          const at = random.integer(0, text.length);
          text = text.slice(0, at) + random.pick(pieces) + text.slice(at + random.integer(0, 3));
        }
        const compiled = compileExpression(text, oddResource);
        if (compiled.ok) compiled.evaluate(randomRecord(random));
        else {
          expect(compiled.problems.length, text).toBeGreaterThan(0);
          for (const { from, to, message } of compiled.problems) {
            expect(from >= 0 && from <= to && to <= text.length, `${text}\n${message}`).toBe(true);
            expect(message).toMatch(/^.+[.?]$/s);
          }
        }
      }
    });
  });
});

const unchecked = 'This expression has not been checked.';

describe('hostile expressions', () => {
  it.each([
    ['parentheses', '('.repeat(1_000_000)],
    ['functions', 'abs('.repeat(499)],
    ['signs', '-'.repeat(1999) + '1'],
    ['not', 'not '.repeat(499) + 'b'],
    ['sums', Array.from({ length: 1000 }, () => '1').join('+')],
    ['conditions', Array.from({ length: 285 }, () => 'b').join(' and ')],
    ['a text of 1 MB', `"${'a'.repeat(1_000_000)}"`],
    ['a name of 1,900 characters', 'a'.repeat(1900)],
    ['an unclosed text', `"${'""'.repeat(990)}`],
    ['signs without meaning', '\u0000\u2028\ud800'.repeat(600)],
    ['many unknown names', Array.from({ length: 600 }, () => 'qq').join('+')],
  ])('end quickly: %s', (_, text) => {
    const before = process.threadCpuUsage();
    const compiled = compileExpression(text, oddResource);
    if (compiled.ok) compiled.evaluate({});
    else expect(compiled.problems.length).toBeGreaterThan(0);
    expect(msSince(before)).toBeLessThan(1000);
  });

  it('make no text beyond the limit, and read none', () => {
    const doubled = Array.from({ length: 300 }, () => 't').join(' & ');
    const compiled = compileExpression(doubled, oddResource);
    const long = 'x'.repeat(90_000);
    expect(compiled.ok && compiled.evaluate({ t: long })).toBeInstanceOf(Fault);
    const read = compileExpression('t', oddResource);
    expect(read.ok && read.evaluate({ t: 'x'.repeat(1_000_000) })).toBeInstanceOf(Fault);
  });

  it('reach nothing of the language that runs them', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype.constructor']) {
      const compiled = compileExpression(`concat([${name}])`, { ...oddResource, fields: [] });
      expect(compiled.ok, name).toBe(false);
      expect(compileExpression(`${name}("1")`, oddResource).ok, name).toBe(false);
    }
    const own = compileExpression('constructor & toString', oddResource);
    expect(own.ok && own.evaluate({})).toBeNull();
  });
});

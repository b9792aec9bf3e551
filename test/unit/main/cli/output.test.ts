import { describe, expect, it } from 'vitest';
import { forTerminal, jsonLine, plainLine } from '../../../../main/cli/output.ts';
import { invisibleText } from '../../../support/hostileAnswers.ts';

/** What a hostile name could make a terminal do: change its title, move up and write over lines, turn text around. */
const hostile = [
  '\u001b[2J\u001b[H',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\',
  '\u009b2J',
  '\u0090q\u009c',
  '\b\b\b',
  'a\rb',
  '\u007f',
  '\u202Egnp.exe',
  '\u2066x\u2069',
];

const obeyed = /\r(?!\n)|(?![\t\r\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

describe('text for a terminal', () => {
  it.each(hostile)('makes %j harmless', (text) => {
    expect(forTerminal(text)).not.toMatch(obeyed);
    expect(plainLine(text)).not.toMatch(obeyed);
    expect(jsonLine({ [text]: text })).not.toMatch(obeyed);
  });

  it('keeps lines, columns and letters of every script', () => {
    const table = 'Name,Größe\r\nΔ,"日本\n\t😀"\r\n';
    expect(forTerminal(table)).toBe(table);
  });

  it('has nothing that nobody sees', () => {
    expect(forTerminal('pay\u00ADpal\u200B\u061C\u2060\u{E0041}\u{E007F}.com')).toBe('paypal.com');
    expect(forTerminal(invisibleText)).toBe('');
  });

  it('is one line where a sentence is one', () => {
    expect(plainLine('one\r\n  two\rthree\tfour')).toBe('one two three four');
  });
});

describe('a JSON line', () => {
  it('says the same when it is read, also of half a character', () => {
    for (const text of [...hostile, '\ud800', '\u2028']) expect(JSON.parse(jsonLine(text))).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { parseAnswer } from '../../../../preload/contract/answerNotes.ts';
import { readAnswer } from '../../../../main/store/records/readAnswer.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('an answer that is not quite JSON', () => {
  it('costs the value that is no number, not the page', () => {
    const records = Array.from({ length: 1000 }, (_, at) =>
      at === 500
        ? '{"id":501,"value":{"val":NaN}}'
        : `{"id":${(at + 1).toString()},"value":{"val":${at.toString()}}}`,
    );
    const answer = readAnswer(bytesOf(`{"results":[${records.join()}]}`), { page: 1, perPage: 1000 });
    expect(answer).toMatchObject({
      notes: [
        'This answer is not valid JSON in 1 place (NaN, Infinity or a trailing comma). NaN and Infinity are read as empty.',
      ],
    });
    const read = 'problem' in answer ? [] : answer.records;
    expect(read).toHaveLength(1000);
    expect(read.slice(499, 502)).toEqual([
      { id: 500, value: { val: 499 } },
      { id: 501, value: { val: null } },
      { id: 502, value: { val: 501 } },
    ]);
  });

  it.each([
    ['{"a":NaN,"b":[Infinity, -Infinity , 1]}', { a: null, b: [null, null, 1] }, '3 places'],
    ['{"a":[1,2,],"b":{"c":3 , } , }', { a: [1, 2], b: { c: 3 } }, '3 places'],
    [String.raw`{"a":"x\\","b":[NaN],"c":"\", NaN ,]"}`, { a: 'x\\', b: [null], c: '", NaN ,]' }, '1 place '],
  ])('%s is read', (text, value, note) => {
    expect(parseAnswer(text)).toEqual({ value, notes: [expect.stringContaining(note)] });
  });

  it('is left as it is where only a text looks like it', () => {
    const value = { name: 'a, NaN ,] Infinity', other: ':NaN' };
    expect(parseAnswer(JSON.stringify(value))).toEqual({ value, notes: [] });
  });

  it('is read whatever long text stands beside', () => {
    const long = '\n"'.repeat(5_000_000);
    const { value, notes } = parseAnswer(`{"long":${JSON.stringify(long)},"a":NaN}`);
    expect([value, notes]).toEqual([{ long, a: null }, [expect.stringContaining('1 place ')]]);
  });

  it.each(['{"a":NaN', '{"a":undefined}', '[,]NaN', '{"a":NaNa}', ''])('%j is refused', (text) => {
    expect(() => parseAnswer(text)).toThrow(SyntaxError);
  });
});

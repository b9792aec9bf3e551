import { describe, expect, it } from 'vitest';
import { readRecordText } from '../../../../../main/store/records/recordAnswer.ts';

describe('the answer of a record endpoint', () => {
  it.each([[{ id: 7 }], [{ results: { id: 7 } }], [{ results: [{ id: 7 }] }]])(
    'finds the record in %j',
    (answer) => {
      expect(readRecordText(JSON.stringify(answer), 7)).toEqual({ record: { id: 7 }, notes: [] });
    },
  );

  it.each([[null], [{}], [{ results: [] }], [{ results: 'x' }]])('finds none in %j', (answer) => {
    expect(readRecordText(JSON.stringify(answer), 7)).toBeNull();
  });

  it('is kept without the fields beyond the first 5,000, and says so', () => {
    const fields = Object.fromEntries(Array.from({ length: 6000 }, (_, nth) => [`f${nth.toString()}`, nth]));
    const read = readRecordText(JSON.stringify({ ...fields, id: 8 }), 8);
    if (read === null || 'problem' in read) throw new Error('It is no record.');
    expect(Object.keys(read.record)).toHaveLength(5000);
    expect(read.record).toMatchObject({ id: 8, f0: 0, f4998: 4998 });
    expect(read.notes).toEqual(['Fields beyond the first 5,000 are left out of: 8.']);
  });

  it.each([
    ['larger than 16 MB', JSON.stringify({ id: 1, text: 'x'.repeat(16_000_000) })],
    ['nested deeper than 200 levels', `{"id":1,"a":${'['.repeat(300)}${']'.repeat(300)}}`],
  ])('is not kept where it is %s', (why, text) => {
    expect(readRecordText(text, 1)).toEqual({ problem: `The record is ${why}.` });
  });

  it('is compared by its id as text, in any case', () => {
    const [upper, lower] = [{ id: '1-0xAB' }, { id: '1-0xab' }];
    const read = (id: string, ...results: object[]): unknown =>
      readRecordText(JSON.stringify({ results }), id);
    expect(read('1-0xAB', lower)).toMatchObject({ record: lower });
    expect(read('1-0xAB', lower, upper)).toMatchObject({ record: upper });
    expect(read('1-0xAC', lower)).toEqual({ problem: 'The response has record 1-0xab instead of 1-0xAC.' });
  });

  it('says where it is no JSON', () => {
    expect(readRecordText('{"id":', 1)).toEqual({ problem: 'The response is not JSON, or was cut off.' });
  });
});

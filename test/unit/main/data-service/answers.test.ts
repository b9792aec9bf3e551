import { describe, expect, it } from 'vitest';
import { readErrorMessage, readRecord } from '../../../../main/data-service/answers.ts';

describe('readRecord', () => {
  it.each([[{ id: 7 }], [{ results: { id: 7 } }], [{ results: [{ id: 7 }] }]])(
    'finds the record in %j',
    (answer) => {
      expect(readRecord(answer)).toEqual({ id: 7 });
    },
  );

  it.each([[null], [{}], [{ results: [] }], [{ results: 'x' }]])('finds none in %j', (answer) => {
    expect(readRecord(answer)).toBeNull();
  });
});

describe('readErrorMessage', () => {
  it('reads the one member of an error body', () => {
    expect(readErrorMessage({ message: 'Invalid filter format' })).toBe('Invalid filter format');
    expect(readErrorMessage({ message: 5 })).toBeUndefined();
    expect(readErrorMessage('<html>')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { readErrorMessage } from '../../../../main/data-service/answers.ts';

describe('readErrorMessage', () => {
  it('reads the one member of an error body', () => {
    expect(readErrorMessage({ message: 'Invalid filter format' })).toBe('Invalid filter format');
    expect(readErrorMessage({ message: 5 })).toBeUndefined();
    expect(readErrorMessage('<html>')).toBeUndefined();
  });
});

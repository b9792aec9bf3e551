import { describe, expect, it } from 'vitest';
import { annotationKey } from '../../../../preload/contract/annotationKey.ts';
import { annotationChangeSchema } from '../../../../preload/contract/annotations.ts';

const address = (text: string): string => annotationKey({ kind: 'address', address: text });

describe('the key of what is labelled', () => {
  it('is the same for a hexadecimal address in any case', () => {
    expect(address('0xAbCdEf0123')).toBe(address('0xabcdef0123'));
  });

  it('differs for addresses that are case-sensitive', () => {
    expect(address('So1aNa')).not.toBe(address('so1ana'));
    expect(address('GABC')).not.toBe(address('gabc'));
  });

  it('is the same for an identifier as number and as text, and differs by connection', () => {
    const record = { kind: 'record', connectionId: 'sample', resource: 'assets', id: 51 } as const;
    expect(annotationKey(record)).toBe(annotationKey({ ...record, id: '51' }));
    expect(annotationKey(record)).not.toBe(annotationKey({ ...record, connectionId: 'other' }));
    expect(annotationKey(record)).not.toBe(annotationKey({ ...record, resource: 'tokens' }));
  });
});

describe('what is written', () => {
  const subject = { kind: 'address', address: ' 0xAA ' };

  it('loses the white space around it, and a label its line breaks', () => {
    expect(annotationChangeSchema.parse({ subject, label: ' Cold\n wallet ', note: '\n a\nb ' })).toEqual({
      subject: { kind: 'address', address: '0xAA' },
      label: 'Cold wallet',
      note: 'a\nb',
    });
  });

  it('is refused when too long, in words', () => {
    const { error } = annotationChangeSchema.safeParse({ subject, label: 'x'.repeat(81) });
    expect(error?.issues[0]?.message).toBe('A label has at most 80 characters.');
    expect(annotationChangeSchema.safeParse({ subject, note: 'x'.repeat(20_001) }).success).toBe(false);
  });
});

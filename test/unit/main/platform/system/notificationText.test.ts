import { describe, expect, it } from 'vitest';
import { notificationText } from '../../../../../main/platform/system/notificationText.ts';
import { hostileTexts, invisibleText } from '../../../../support/hostileAnswers.ts';

describe('the text of a notification', () => {
  it('is what it was where there is nothing hostile in it', () => {
    expect(notificationText('Größe of A & B > 5 %: 日本 😀')).toBe('Größe of A & B > 5 %: 日本 😀');
  });

  it('has nothing that nobody sees', () => {
    expect(notificationText('pay\u00ADpal\u200B\u061C\u2060\u{E0041}\u{E007F}.com')).toBe('paypal.com');
    expect(notificationText(invisibleText)).toBe('');
  });

  it.each(hostileTexts)('has neither tag nor command in %j', (text) => {
    const shown = notificationText(text);
    expect(shown).not.toMatch(/<|\p{Cc}|[\u2028-\u202E\u2066-\u2069]/u);
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(500);
  });
});

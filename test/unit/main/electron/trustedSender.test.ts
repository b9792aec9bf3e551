import { describe, expect, it } from 'vitest';
import { isTrustedSender } from '../../../../main/electron/appOrigin.ts';

describe('isTrustedSender', () => {
  it.each([['app://rwa/'], ['app://rwa/index.html#/assets']])('trusts the top frame of %s', (url) => {
    expect(isTrustedSender({ url, parent: null })).toBe(true);
  });

  it.each([
    ['https://example.com/'],
    ['file:///index.html'],
    ['app://rwa.example.com/'],
    ['app://other/'],
    ['http://rwa/'],
    ['about:blank'],
    ['data:text/html,app://rwa/'],
    [''],
  ])('does not trust %s', (url) => {
    expect(isTrustedSender({ url, parent: null })).toBe(false);
  });

  it('trusts neither a frame inside the page nor one that was removed', () => {
    expect(isTrustedSender({ url: 'app://rwa/', parent: { url: 'app://rwa/' } })).toBe(false);
    expect(isTrustedSender(null)).toBe(false);
  });
});

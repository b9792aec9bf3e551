import { describe, expect, it } from 'vitest';
import { apiKeySchema, baseUrlSchema } from '../../../../preload/contract/connections.ts';

describe('baseUrlSchema', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://API.Example.com/ ', 'https://api.example.com'],
    ['https://example.com:8443/rwa/api/', 'https://example.com:8443/rwa/api'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['http://localhost:8787/', 'http://localhost:8787'],
    ['http://[::1]:80', 'http://[::1]:80'],
    ['api.example.com', 'https://api.example.com'],
    ['127.0.0.1:8799', 'http://127.0.0.1:8799'],
    ['localhost:8799/', 'http://localhost:8799'],
    ['https://api.example.com/v4', 'https://api.example.com'],
    ['https://example.com/rwa/v4/', 'https://example.com/rwa'],
  ])('takes %s', (text, url) => {
    expect(baseUrlSchema.parse(text)).toBe(url);
  });

  it.each([
    '',
    'ftp://example.com',
    'http://example.com',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@example.com',
    'https://user:pass@example.com',
    'https://example.com?x=1',
    'https://example.com#x',
    'javascript:alert(1)',
    'https://',
    'api',
    'user@example.com',
  ])('refuses %s', (text) => {
    expect(baseUrlSchema.safeParse(text).success).toBe(false);
  });
});

describe('apiKeySchema', () => {
  it('takes visible ASCII, without the white space of a paste', () => {
    expect(apiKeySchema.parse(' abc-DEF_123.~\n')).toBe('abc-DEF_123.~');
  });

  it.each(['', '   ', 'two words', 'naïve', 'line\nbreak', 'x'.repeat(5000)])('refuses %j', (text) => {
    expect(apiKeySchema.safeParse(text).success).toBe(false);
  });
});

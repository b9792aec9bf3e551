import { describe, expect, it } from 'vitest';
import { iconAddress } from '../../../../../main/features/icons/iconAddress.ts';

const base = 'https://api.example.com/rwa';

describe('the address of an icon', () => {
  it('is that of the service itself, where nothing else is allowed', () => {
    expect(iconAddress('https://api.example.com/icons/1.png#x', base, 'service')).toBe(
      'https://api.example.com/icons/1.png',
    );
    expect(iconAddress('http://127.0.0.1:8787/1.png', 'http://127.0.0.1:8787', 'service')).toBe(
      'http://127.0.0.1:8787/1.png',
    );
  });

  it.each([
    'https://cdn.example.com/1.png',
    'http://api.example.com/1.png',
    'https://api.example.com:8443/1.png',
    'https://api.example.com.evil.example/1.png',
    'https://api.example.com@evil.example/1.png',
  ])('of another host, %s, is refused', (url) => {
    expect(iconAddress(url, base, 'service')).toBeNull();
  });

  it('may be of any public host over https, where the user allows that', () => {
    expect(iconAddress('https://cdn.example.com/1.png', base, 'any')).toBe('https://cdn.example.com/1.png');
  });

  it.each([
    'http://cdn.example.com/1.png',
    'https://user:password@cdn.example.com/1.png',
    'https://user@api.example.com/1.png',
    'https://cdn.example.com:22/',
    'https://192.168.0.1/1.png',
    'https://2130706433/1.png',
    'https://[::1]/1.png',
    'https://localhost/1.png',
    'https://printer/1.png',
    'https://printer.local/1.png',
    'https://cdn.example.com./1.png',
    'file:///etc/passwd',
    'data:text/html;base64,AAAA',
    'data:image/svg+xml;base64,AAAA',
    'data:image/png,AAAA',
    'data:image/png;base64,<script>',
    `data:image/png;base64,${'A'.repeat(500_000)}`,
    'javascript:alert(1)',
    `https://cdn.example.com/${'x'.repeat(3000)}`,
    '1.png',
    '',
    7,
    null,
    undefined,
    { toString: () => 'https://cdn.example.com/' },
  ])('is never %s', (value) => {
    expect(iconAddress(value, base, 'any')).toBeNull();
  });

  it.each(['service', 'any'] as const)('is the picture itself where the record holds it', (allowed) => {
    const picture = 'data:image/png;base64,iVBORw0KGgo=';
    expect(iconAddress(picture, base, allowed)).toBe(picture);
    expect(iconAddress(picture, base, 'none')).toBeNull();
  });

  it('is none where icons are off', () => {
    expect(iconAddress('https://api.example.com/1.png', base, 'none')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { describeError, redact } from '../../../../../main/platform/log/redact.ts';

const key = 'rk_live_51Hq9fJ2kLmNoPqRsT';

describe('redact', () => {
  it.each([
    `Authorization: Bearer ${key}`,
    `{"authorization":"Bearer ${key}"}`,
    `{ headers: { authorization: 'Bearer ${key}' } }`,
    `x-api-key: ${key}`,
    `Proxy-Authorization: Basic ${key}`,
    `Set-Cookie: session=${key}; Secure`,
    `the header was bearer ${key}`,
    `GET https://rwa.example.com/v4/assets?api_key=${key}&page=2`,
    `https://rwa.example.com/?page=2&token=${key}#x`,
    `https://rwa.example.com/?signature=${key}`,
    `proxy http://someone:${key}@proxy.example.com:8080/`,
    `{"apiKey":"${key}","page":1}`,
    `{"client_secret": "${key}"}`,
  ])('leaves secrets out of %s', (text) => {
    const left = redact(text, '/home/ana');
    expect(left).not.toContain(key);
    expect(left).toContain('[left out]');
  });

  it('keeps what is no secret', () => {
    const text =
      'GET https://rwa.example.com/v4/assets?page=2&per_page=100 answered 503 after 3 tries (monkey=1)';
    expect(redact(text, '/home/ana')).toBe(text);
  });

  it.each([
    [
      '/home/ana',
      'at run (file:///home/ana/app/out/main/index.js:1:2)',
      'at run (file://~/app/out/main/index.js:1:2)',
    ],
    ['/home/ana', '/home/anastasia/x and /home/ana', '/home/anastasia/x and ~'],
    ['C:\\Users\\Ana B', 'EPERM C:\\Users\\ana b\\AppData', 'EPERM ~\\AppData'],
    ['C:\\Users\\Ana B', 'file:///C:/Users/Ana%20B/app.js', 'file:///~/app.js'],
    ['C:\\Users\\Ana B', '{"path":"C:\\\\Users\\\\Ana B\\\\x"}', '{"path":"~\\\\x"}'],
    ['/', '/etc/hosts', '/etc/hosts'],
  ])('writes ~ for the home folder %s', (home, text, expected) => {
    expect(redact(text, home)).toBe(expected);
  });
});

describe('an error in the log', () => {
  it('says what and where, not what data it stumbled over', () => {
    const caught = ((): unknown => {
      try {
        return JSON.parse('{"name":"Harbour Bond Fund",}');
      } catch (error) {
        return error;
      }
    })();
    const text = describeError(new Error('The answer “Harbour Bond Fund” is odd', { cause: caught }));
    expect(text).not.toContain('Harbour');
    expect(text).toContain('Error: The answer “…” is odd');
    expect(text).toContain('caused by SyntaxError');
    expect(text).toMatch(/\n\s+at /);
  });

  it('has the code of the system', () => {
    const error = Object.assign(new Error("ENOSPC: no space left on device, write '/data/x'"), {
      code: 'ENOSPC',
    });
    expect(describeError(error)).toContain("Error ENOSPC: ENOSPC: no space left on device, write '…'");
  });
});

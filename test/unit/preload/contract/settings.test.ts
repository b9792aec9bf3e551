import { describe, expect, it } from 'vitest';
import { limitsOf, settingsChangeSchema, settingsSchema } from '../../../../preload/contract/settings.ts';

describe('settings', () => {
  it('open with any stored content: missing or invalid settings have their default', () => {
    const stored = settingsSchema.parse({ theme: 'purple', perPage: 250, freshMinutes: -1, old: true });
    expect(stored).toEqual({ ...settingsSchema.parse({}), perPage: 250 });
    expect(stored).toMatchObject({ theme: 'system', freshMinutes: 30, timeZone: 'UTC', workOffline: false });
  });

  it('change only by what is stated, and never by an invalid value', () => {
    expect(settingsChangeSchema.parse({ workOffline: true })).toEqual({ workOffline: true });
    expect(settingsChangeSchema.safeParse({ perPage: 0 }).success).toBe(false);
    expect(settingsChangeSchema.safeParse({ color: 'red' }).success).toBe(false);
  });

  it.each([
    ['127.0.0.1:3128', 'http://127.0.0.1:3128'],
    [' HTTPS://Proxy.Example.com/ ', 'https://proxy.example.com'],
    ['socks5://[::1]:1080', 'socks5://[::1]:1080'],
  ])('take a proxy as it is typed: %j', (typed, address) => {
    const proxy = { mode: 'address', address: typed, bypass: 'data.example.com;  *.example.org' };
    expect(settingsChangeSchema.parse({ proxy })).toEqual({
      proxy: { mode: 'address', address, bypass: 'data.example.com, *.example.org' },
    });
  });

  it.each([
    [{ mode: 'address', address: '', bypass: '' }, /Enter the address of the proxy/],
    [{ mode: 'address', address: 'http://a:b@proxy:1', bypass: '' }, /Leave out the user name and password/],
    [{ mode: 'address', address: 'http://proxy/path', bypass: '' }, /Enter the address of the proxy/],
    [{ mode: 'address', address: 'http://proxy:0', bypass: '' }, /Enter the address of the proxy/],
    [{ mode: 'address', address: '[::1:2:3:4:5:6:7:8:9]:1', bypass: '' }, /Enter the address of the proxy/],
    [{ mode: 'address', address: '256.1.1.1:8080', bypass: '' }, /Enter the address of the proxy/],
    [{ mode: 'system', address: '', bypass: 'a b://c' }, /“b:\/\/c” is not a host/],
  ])('refuse a proxy that cannot be: %j', (proxy, problem) => {
    const { success, error } = settingsChangeSchema.safeParse({ proxy });
    expect(success).toBe(false);
    expect(JSON.stringify(error?.issues)).toMatch(problem);
  });
});

it('gives the limits of a number as the schema has them', () => {
  const { min, max } = limitsOf('freshMinutes');
  expect([min, max]).toEqual([1, 7 * 24 * 60]);
  for (const freshMinutes of [min - 1, max + 1])
    expect(settingsChangeSchema.safeParse({ freshMinutes }).success).toBe(false);
});

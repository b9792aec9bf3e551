import { expect, it, vi } from 'vitest';
import { signInTargets } from '../../../../main/electron/newSecret.ts';

const resolveProxy = vi.hoisted(() => vi.fn(() => Promise.resolve('DIRECT')));

vi.mock('electron', () => ({
  app: { whenReady: () => Promise.resolve() },
  session: { fromPartition: () => ({ resolveProxy }) },
}));

const url = 'https://data.example.com';

it('a sign-in names the proxies that get it, by host and port', async () => {
  resolveProxy.mockResolvedValueOnce('PROXY one.example.com:8080; PROXY two.example.com:3128; DIRECT');
  const system = { mode: 'system', address: '', bypass: '' } as const;
  expect(await signInTargets(system, url)).toEqual(['one.example.com:8080', 'two.example.com:3128']);
  const own = { mode: 'address', address: 'http://own.example.com', bypass: '' } as const;
  expect(await signInTargets(own, url)).toEqual(['own.example.com:80']);
});

it('it is refused where no proxy would take it, which the user is told', async () => {
  await expect(signInTargets({ mode: 'system', address: '', bypass: '' }, url)).rejects.toThrow(
    'no proxy for data.example.com',
  );
  const socks = { mode: 'address', address: 'socks5://own.example.com:1080', bypass: '' } as const;
  await expect(signInTargets(socks, url)).rejects.toThrow('SOCKS5');
});

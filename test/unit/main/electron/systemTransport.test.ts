import { expect, it, vi } from 'vitest';
import * as transport from '../../../../main/electron/systemTransport.ts';
import type { Proxy } from '../../../../preload/contract/proxy.ts';

const service = vi.hoisted(() => ({
  setProxy: vi.fn((_config: Electron.ProxyConfig) => Promise.resolve()),
  closeAllConnections: vi.fn(() => Promise.resolve()),
  clearAuthCache: vi.fn(() => Promise.resolve()),
  resolveProxy: vi.fn((_url: string) => Promise.resolve('DIRECT')),
}));
const session = vi.hoisted(() => ({ fromPartition: vi.fn((_partition: string) => service) }));

const requestBy = vi.hoisted(() =>
  vi.fn((_session: unknown, _url: string, _init: unknown, _readLogin: (asking: string) => Promise<unknown>) =>
    Promise.resolve(new Response('of the system')),
  ),
);

vi.mock('electron', () => ({ app: { whenReady: () => Promise.resolve() }, session }));
vi.mock('../../../../main/electron/netRequest.ts', () => ({ requestBy }));

const { systemTransport } = transport;
const login = { user: 'me', password: 'secret' };
const applyProxy = (proxy: Proxy): Promise<void> => transport.applyProxy(proxy, () => Promise.resolve(login));

const init = {
  method: 'GET',
  headers: { accept: 'application/json' },
  signal: new AbortController().signal,
  redirect: 'error',
  credentials: 'omit',
  cache: 'no-store',
} as const;

it('requests leave by Electron’s network, unchanged, in a session that is not the window’s and stores nothing', async () => {
  const response = await systemTransport('https://example.com/v4/assets', init);
  expect(await response.text()).toBe('of the system');
  expect(requestBy.mock.calls).toEqual([[service, 'https://example.com/v4/assets', init, expect.anything()]]);
  const partitions = session.fromPartition.mock.calls.map(([partition]) => partition);
  // An empty name is the window's session; `persist:` would lie on the disk.
  for (const partition of partitions) expect(partition).toMatch(/^(?!persist:)./);
});

it('a request waits for the proxy that was set, and fails where it could not be: none goes past it', async () => {
  requestBy.mockClear();
  session.fromPartition.mockClear();
  const proxy = { mode: 'address', address: 'socks5://10.0.0.1:1080', bypass: '*.example.org' } as const;
  const set = Promise.withResolvers<undefined>();
  service.setProxy.mockReturnValueOnce(set.promise);
  const applying = applyProxy(proxy);
  const asked = systemTransport('https://example.com/v4/assets', init);
  await expect
    .poll(() => service.setProxy)
    .toHaveBeenCalledWith({
      mode: 'fixed_servers',
      proxyRules: 'socks5://10.0.0.1:1080',
      proxyBypassRules: '*.example.org',
    });
  expect(requestBy).not.toHaveBeenCalled();
  set.resolve(undefined);
  await Promise.all([applying, asked]);
  expect(requestBy).toHaveBeenCalledOnce();
  // Whoever uses the proxy of the settings, where it asks.
  expect(await requestBy.mock.lastCall?.[3]('10.0.0.1:1080')).toEqual(login);
  // Updates are looked for through it too, and open connections are not used again.
  expect(session.fromPartition.mock.calls.flat()).toContain('electron-updater');
  expect(service.closeAllConnections).toHaveBeenCalledTimes(2);

  service.setProxy.mockRejectedValueOnce(new Error('no such proxy'));
  await expect(applyProxy({ ...proxy, mode: 'none' })).rejects.toThrow('no such proxy');
  await expect(systemTransport('https://example.com/v4/assets', init)).rejects.toThrow('no such proxy');
  await applyProxy({ ...proxy, mode: 'system' });
  await systemTransport('https://example.com/v4/assets', init);
  expect(service.setProxy).toHaveBeenLastCalledWith({ mode: 'system' });
});

it('a request waits for the newest of two proxies, which are set one after the other', async () => {
  requestBy.mockClear();
  service.setProxy.mockClear();
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  service.setProxy.mockReturnValueOnce(first.promise).mockReturnValueOnce(first.promise);
  const proxy = { mode: 'address', bypass: '' } as const;
  const settingFirst = applyProxy({ ...proxy, address: 'http://10.0.0.1:1' });
  const asked = systemTransport('https://example.com/v4/assets', init);
  const settingSecond = applyProxy({ ...proxy, address: 'http://10.0.0.1:2' });
  await expect.poll(() => service.setProxy).toHaveBeenCalledTimes(2);
  service.setProxy.mockReturnValueOnce(second.promise);
  first.resolve(undefined);
  await settingFirst;
  await expect.poll(() => service.setProxy).toHaveBeenCalledTimes(4);
  expect(service.setProxy.mock.calls.map(([config]) => config.proxyRules?.at(-1))).toEqual([
    '1',
    '1',
    '2',
    '2',
  ]);
  expect(requestBy).not.toHaveBeenCalled();
  second.resolve(undefined);
  await Promise.all([settingSecond, asked]);
  expect(requestBy).toHaveBeenCalledOnce();
});

it('where the proxy cannot be set for one session it still is for the other; the same is tried again', async () => {
  service.setProxy.mockClear();
  const proxy = { mode: 'address', address: 'http://10.0.0.1:3', bypass: '' } as const;
  service.setProxy.mockRejectedValueOnce(new Error('no such proxy'));
  await expect(applyProxy(proxy)).rejects.toThrow('no such proxy');
  expect(service.setProxy).toHaveBeenCalledTimes(2);
  await applyProxy(proxy);
  expect(service.setProxy).toHaveBeenCalledTimes(4);
});

it('a sign-in names the proxies that get it, as Chromium would take them for an address', async () => {
  const system = { mode: 'system', address: '', bypass: '' } as const;
  service.resolveProxy.mockResolvedValueOnce(
    'PROXY proxy.example.com:8080; HTTPS [::1]:443;SOCKS5 other.example.com:1080; DIRECT',
  );
  expect(await transport.signInTargets(system, 'https://example.com')).toEqual([
    'proxy.example.com:8080',
    '[::1]:443',
  ]);
  expect(service.resolveProxy.mock.calls).toEqual([['https://example.com']]);
  for (const [address, proxy] of [
    ['https://own.example.com', 'own.example.com:443'],
    ['http://own.example.com', 'own.example.com:80'],
  ] as const) {
    const own = { mode: 'address', address, bypass: '' } as const;
    expect(await transport.signInTargets(own, 'https://example.com')).toEqual([proxy]);
  }
});

it('a sign-in is refused where no proxy would take it', async () => {
  const system = { mode: 'system', address: '', bypass: '' } as const;
  await expect(transport.signInTargets(system, 'https://example.com')).rejects.toThrow(
    'no proxy for example.com',
  );
  const socks = { mode: 'address', address: 'socks5://own.example.com:1080', bypass: '' } as const;
  await expect(transport.signInTargets(socks, 'https://example.com')).rejects.toThrow('SOCKS5');
});

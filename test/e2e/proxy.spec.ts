// Border: the main process trusts certificates that it is started with, and keeps the proxy until its end.
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { isOnPath } from '../../build/system/commands.mjs';
import { makeCertificates } from '../support/certificates.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, runsOnElectron, test } from './fixtures/app.ts';
import { userData } from './fixtures/userData.ts';
import { Explorer } from './pages/explorer.ts';
import { typeInto } from './support/typing.ts';

/** A service that only a proxy reaches: its name is known to nobody else. */
const host = 'data.company.example';
const key = 'secret-key-0123456789';
const certificates = isOnPath('openssl') ? makeCertificates(makeTemporaryFolder('proxy'), host) : null;

test.use({ environment: certificates === null ? {} : { NODE_EXTRA_CA_CERTS: certificates.authority } });
test.skip(certificates === null, 'openssl, which makes the certificates, is not installed');

function listening(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    }),
  );
}

/**
 * An HTTP proxy that leads every tunnel to a service with one empty page, and says what it was asked for.
 * @param login the user name and password that it requires, with a colon between them
 * @returns `tunnels` that it opened, and what it was `told` in each request
 */
async function startProxy(
  login?: string,
): Promise<AsyncDisposable & { address: string; tunnels: string[]; told: (string | undefined)[] }> {
  const tunnels: string[] = [];
  const told: (string | undefined)[] = [];
  const service = createHttps({ key: certificates?.key, cert: certificates?.certificate }, (_, response) => {
    const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: 0 };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ results: [], pagination }));
  });
  const port = await listening(service);
  const proxy = createHttp((_, response) => response.writeHead(405).end());
  proxy.on('connect', (request, client) => {
    const given = request.headers['proxy-authorization'];
    told.push(given);
    if (login !== undefined && given !== `Basic ${btoa(login)}`) {
      client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="company"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    tunnels.push(request.url ?? '');
    const tunnel = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(tunnel).pipe(client);
    });
    tunnel.on('error', () => client.destroy());
    client.on('error', () => tunnel.destroy());
    client.on('close', () => tunnel.destroy());
  });
  const sockets = new Set<Socket>();
  for (const server of [service, proxy])
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
    });
  const proxyPort = await listening(proxy);
  return {
    address: `127.0.0.1:${proxyPort.toString()}`,
    tunnels,
    told,
    [Symbol.asyncDispose]: async () => {
      const closed = [service, proxy].map((server) => new Promise((resolve) => server.close(resolve)));
      // Also tunnels, and those that still shake hands: a server waits for both, and `closeAllConnections` leaves them.
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

function isStored({ userDataDir }: { readonly userDataDir: string }, text: string): Promise<void> {
  return expect.poll(() => JSON.stringify(userData(userDataDir))).toContain(text);
}

test('requests go through the proxy of the settings, also after a restart, and through none where none is set', async ({
  app,
}) => {
  test.skip(
    runsOnElectron(),
    'Chromium trusts the certificates of the system, not those of NODE_EXTRA_CA_CERTS.',
  );
  await using proxy = await startProxy();
  const page = app.window;
  const explorer = new Explorer(app);
  const setting = page.getByRole('group', { name: 'Proxy', exact: true });
  const address = setting.getByRole('textbox', { name: 'Address' });
  await explorer.open('Settings');
  await setting.getByRole('radio', { name: 'Custom' }).click();

  // Nothing is stored that is no address, or that holds a password.
  for (const [text, problem] of [
    ['proxy.example.com:99999', /Enter the address of the proxy/],
    ['ftp://proxy.example.com', /begins with http, https or socks5/],
    ['http://user:secret@proxy.example.com', /Leave out the user name and password/],
  ] as const) {
    await typeInto(address, text);
    await page.keyboard.press('Enter');
    await expect(setting.getByRole('status').first()).toContainText(problem);
    expect(JSON.stringify(userData(app.userDataDir))).not.toContain(text);
  }
  await app.answerMessageBox(0);
  await typeInto(address, proxy.address);
  await page.keyboard.press('Enter');
  await expect(address).toHaveValue(`http://${proxy.address}`);
  // It is shown before the question is answered and it is stored.
  await isStored(app, proxy.address);

  await app.restart();
  const after = new Explorer(app);
  const settings = app.window.getByRole('region', { name: 'Settings' });
  await expect(settings.getByRole('radio', { name: 'Custom' })).toBeChecked();
  // The sample data are on this computer.
  expect(proxy.tunnels).toEqual([]);
  await settings.getByRole('button', { name: 'Connect with an API key…' }).click();
  await app.answerMessageBox(0);
  await after.enterConnection({ url: `https://${host}`, key });
  await expect.poll(() => new Set(proxy.tunnels)).toEqual(new Set([`${host}:443`]));
  // Its own heading is a banner too.
  await expect(app.window.getByRole('dialog')).toBeHidden();
  await expect(app.window.getByRole('banner')).toContainText(host);

  await after.open('Settings');
  const none = settings
    .getByRole('group', { name: 'Proxy', exact: true })
    .getByRole('radio', { name: 'None' });
  await app.answerMessageBox(0);
  await none.click();
  // The button shows the choice before it is stored.
  await expect.poll(() => JSON.stringify(userData(app.userDataDir))).toMatch(/mode\W+none/);
  const before = proxy.tunnels.length;
  await after.open('Tokens');
  await expect(app.window.getByRole('heading', { name: 'The service cannot be reached' })).toBeVisible();
  expect(proxy.tunnels.length).toBe(before);
});

test('a proxy that is not there is named as the cause @nightly', async ({ app }) => {
  const proxy = await startProxy();
  await proxy[Symbol.asyncDispose]();
  const page = app.window;
  const explorer = new Explorer(app);
  const setting = page.getByRole('group', { name: 'Proxy', exact: true });
  await explorer.open('Settings');
  await setting.getByRole('radio', { name: 'Custom' }).click();
  await app.answerMessageBox(0);
  await typeInto(setting.getByRole('textbox', { name: 'Address' }), proxy.address);
  await page.keyboard.press('Enter');
  await expect(setting.getByRole('textbox', { name: 'Address' })).toHaveValue(`http://${proxy.address}`);
  await isStored(app, proxy.address);
  await page
    .getByRole('region', { name: 'Settings' })
    .getByRole('button', { name: 'Connect with an API key…' })
    .click();
  await app.answerMessageBox(0);
  await explorer.enterConnection({ url: `https://${host}`, key });
  await expect(page.getByText(/The proxy cannot be reached/)).toBeVisible();
});

test('a proxy that requires a password gets it from the keychain, and is asked about once @nightly', async ({
  app,
}) => {
  test.skip(
    runsOnElectron(),
    'Chromium trusts the certificates of the system, not those of NODE_EXTRA_CA_CERTS.',
  );
  await using proxy = await startProxy('somebody:right');
  const page = app.window;
  const explorer = new Explorer(app);
  const setting = page.getByRole('group', { name: 'Proxy', exact: true });
  const signIn = page.getByRole('group', { name: 'Proxy sign-in' });
  await explorer.open('Settings');

  // Who declines sees the choice that holds.
  await setting.getByRole('radio', { name: 'Custom' }).click();
  await app.answerMessageBox(1);
  await typeInto(setting.getByRole('textbox', { name: 'Address' }), proxy.address);
  await page.keyboard.press('Enter');
  await expect(setting.getByRole('radio', { name: 'System default' })).toBeChecked();

  await setting.getByRole('radio', { name: 'Custom' }).click();
  await app.answerMessageBox(0);
  await typeInto(setting.getByRole('textbox', { name: 'Address' }), proxy.address);
  await page.keyboard.press('Enter');
  await isStored(app, proxy.address);

  async function enter(password: string): Promise<void> {
    await typeInto(signIn.getByRole('textbox', { name: 'User name' }), 'somebody');
    await typeInto(signIn.getByLabel('Password'), password);
    await app.answerMessageBox(0);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Proxy sign-in saved.')).toBeVisible();
  }
  await enter('wrong');
  const settings = page.getByRole('region', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Connect with an API key…' }).click();
  await app.answerMessageBox(0);
  await explorer.enterConnection({ url: `https://${host}`, key });
  await expect(page.getByText(/The proxy cannot be reached, or refuses/)).toBeVisible();
  expect(proxy.tunnels).toEqual([]);
  await page.keyboard.press('Escape');

  await enter('right');
  await settings.getByRole('button', { name: 'Connect with an API key…' }).click();
  await app.answerMessageBox(0);
  await explorer.enterConnection({ url: `https://${host}`, key });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('banner')).toContainText(host);
  expect(JSON.stringify(userData(app.userDataDir))).not.toContain('right');
});

test('a sign-in is refused where no proxy would get it, and forgotten once it is removed', async ({
  app,
}) => {
  test.skip(
    runsOnElectron(),
    'Chromium trusts the certificates of the system, not those of NODE_EXTRA_CA_CERTS.',
  );
  await using proxy = await startProxy('somebody:right');
  const page = app.window;
  const explorer = new Explorer(app);
  const form = page.getByRole('group', { name: 'Proxy sign-in' });
  const signIn = async (user: string, password: string): Promise<void> => {
    await typeInto(form.getByRole('textbox', { name: 'User name' }), user);
    await typeInto(form.getByLabel('Password'), password);
    await page.keyboard.press('Enter');
  };
  await explorer.open('Settings');
  // Nobody could say to whom it goes.
  await signIn('somebody', 'right');
  await expect(page.getByText(/The system names no proxy for/)).toBeVisible();

  const setting = page.getByRole('group', { name: 'Proxy', exact: true });
  await setting.getByRole('radio', { name: 'Custom' }).click();
  await app.answerMessageBox(0);
  await typeInto(setting.getByRole('textbox', { name: 'Address' }), proxy.address);
  await page.keyboard.press('Enter');
  await isStored(app, proxy.address);
  await app.answerMessageBox(0);
  await signIn('somebody', 'right');
  await expect(page.getByText('Proxy sign-in saved.')).toBeVisible();
  await page
    .getByRole('region', { name: 'Settings' })
    .getByRole('button', { name: 'Connect with an API key…' })
    .click();
  await app.answerMessageBox(0);
  await explorer.enterConnection({ url: `https://${host}`, key });
  await expect(page.getByRole('banner')).toContainText(host);
  expect(new Set(proxy.tunnels)).toEqual(new Set([`${host}:443`]));

  await explorer.open('Settings');
  await app.answerMessageBox(0);
  await signIn('', '');
  await expect(page.getByText('Proxy sign-in removed.')).toBeVisible();
  const before = proxy.told.length;
  await explorer.open('Networks');
  await expect(page.getByRole('heading', { name: 'The service cannot be reached' })).toBeVisible();
  expect(proxy.told.length).toBeGreaterThan(before);
  expect(new Set(proxy.told.slice(before))).toEqual(new Set([undefined]));
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { isOnPath } from '../../build/system/commands.mjs';
import { makeCertificates } from '../support/certificates.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { runsOnElectron, test } from './runtimeApp.ts';

/** A host that asks whoever connects for a certificate, as `App::SelectClientCertificate` is asked for one. */
export interface CertificateHost extends AsyncDisposable {
  readonly url: string;
  /** Whose certificate it was given, request by request: `none` for none. */
  readonly given: readonly string[];
  /** A program with these variables trusts the host, and has a certificate of its user to give. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts one. Skips the test where the system's certificates cannot be those of a test. */
export async function startCertificateHost(): Promise<CertificateHost> {
  const tools = runsOnElectron() ? ['openssl', 'certutil', 'pk12util'] : ['openssl'];
  test.skip(!tools.every(isOnPath), `${tools.join(', ')} are needed to make the certificates.`);
  test.skip(runsOnElectron() && process.platform !== 'linux', 'Elsewhere the store is the system’s own.');
  const home = makeTemporaryFolder('certificates');
  const { authority, key, certificate, userFile } = makeCertificates(home, 'localhost');
  if (runsOnElectron()) storeForChromium(home, authority, userFile);
  const given: string[] = [];
  const server = createServer(
    { key, cert: certificate, ca: readFileSync(authority), requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      given.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN ?? 'none'));
      response.end('answered');
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port.toString()}`,
    given,
    environment: runsOnElectron()
      ? { HOME: home }
      : { NODE_EXTRA_CA_CERTS: authority, CHROMIUM_SHELL_CLIENT_CERTIFICATE: userFile },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Has the Chromium of this home trust an authority, and hold a certificate of its user. Rule: `docs/linux/cert_management.md` of Chromium. */
function storeForChromium(home: string, authority: string, userFile: string): void {
  const database = path.join(home, '.pki', 'nssdb');
  mkdirSync(database, { recursive: true });
  const bundle = path.join(home, 'user.p12');
  const run = (program: string, ...args: string[]): void => {
    execFileSync(program, args, { stdio: 'pipe' });
  };
  const files = ['-in', userFile, '-inkey', userFile, '-out', bundle];
  run('openssl', 'pkcs12', '-export', ...files, '-passout', 'pass:');
  run('certutil', '-d', `sql:${database}`, '-N', '--empty-password');
  run('certutil', '-d', `sql:${database}`, '-A', '-t', 'C,,', '-n', 'authority', '-i', authority);
  run('pk12util', '-d', `sql:${database}`, '-i', bundle, '-W', '', '-K', '');
}

import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Creates a certificate authority, and certificates for a host and a user, in a folder with `openssl`. */
export function makeCertificates(folder: string, host: string) {
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { stdio: 'pipe' });
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=Company authority'],
    ...['-keyout', file('authority.key'), '-out', file('authority.pem')],
  );
  openssl(
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${host}`],
    ...['-addext', `subjectAltName=DNS:${host}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-CA', file('authority.pem'), '-CAkey', file('authority.key')],
    ...['-keyout', file('host.key'), '-out', file('host.pem')],
  );
  openssl(
    ...['req', '-x509', ...newKey, '-days', '2', '-subj', '/CN=A user of the company'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-addext', 'extendedKeyUsage=clientAuth'],
    ...['-CA', file('authority.pem'), '-CAkey', file('authority.key')],
    ...['-keyout', file('user.key'), '-out', file('user.pem')],
  );
  appendFileSync(file('user.pem'), readFileSync(file('user.key')));
  return {
    /** A user's certificate and key. */
    userFile: file('user.pem'),
    authority: file('authority.pem'),
    key: readFileSync(file('host.key'), 'utf8'),
    certificate: readFileSync(file('host.pem'), 'utf8'),
  };
}

import type { SecurityCase } from '../securityCase.ts';

/** Between the app and the service, and whom the app talks to at all. */
export const networkCases: readonly SecurityCase[] = [
  {
    id: 'false-certificate',
    attacker: 'network',
    attack: 'stands between the app and the service, or redirects requests to itself',
    defence: 'https with certificates that the system trusts; redirects are refused before the key is sent',
    tests: [{ file: 'test/integration/main/data-service/proxy.test.ts' }],
  },
  {
    id: 'hostile-postgres',
    attacker: 'network',
    attack:
      'stands in for the PostgreSQL server of a mirror: asks for the password in clear text, or never ends',
    defence:
      'no password without TLS; every statement has limits of time and bytes, and hears cancelling; words of the server that hold the password are left out',
    tests: [{ file: 'test/integration/main/cli/hostilePostgres.test.ts' }],
  },
  {
    id: 'foreign-hosts',
    attacker: 'service',
    attack: 'makes the app contact other hosts',
    defence: 'a test records every connection and looked-up name of main and Chromium and compares them',
    tests: [{ file: 'test/e2e/connections.spec.ts' }],
  },
];

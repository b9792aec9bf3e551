import { expect, it } from 'vitest';
import { fail, ok } from '../../preload/contract/failures.ts';
import { register as records, views as recordViews } from '../../renderer/features/records/register.ts';
import { register, views } from '../../renderer/features/wallets/register.ts';
import { labelsOf } from '../../renderer/shell/labels/labels.svelte.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';

it('tabs of wallets and of pairs are called by the labels of their addresses', async () => {
  const [address, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
  const bridge = bridgeOf({
    readTabs: () => Promise.resolve(ok(null)),
    takeLink: () => Promise.resolve(ok(null)),
    changeAnnotations: ({ changes }) =>
      Promise.resolve(
        ok(
          changes.map(({ subject, label = '' }) => ({
            subject,
            annotation: { subject, label, note: '', changedAt: 0 },
          })),
        ),
      ),
  });
  const app = appOf(bridge, views, [register]);
  await app.places.restore('here');
  const titles = (): string[] => [
    app.titleOf({ view: 'wallet', address }),
    app.titleOf({ view: 'walletPair', address, other }),
  ];
  expect(titles()).toEqual(['Wallet 0x111111…111111', 'Between 0x111111…111111 and 0x222222…222222']);
  await labelsOf(app).labelAddresses([{ address, label: 'Treasury' }]);
  expect(titles()).toEqual(['Treasury', 'Between Treasury and 0x222222…222222']);
  await labelsOf(app).labelAddresses([{ address: other.toUpperCase().replace('X', 'x'), label: 'Desk' }]);
  expect(titles()).toEqual(['Treasury', 'Between Treasury and Desk']);
});

it('a tab of a transaction is called as the head of its page, once that is loaded', async () => {
  const offline = fail({ code: 'offline', message: 'Offline.' });
  const bridge = bridgeOf({
    readTabs: () => Promise.resolve(ok(null)),
    takeLink: () => Promise.resolve(ok(null)),
    getRecord: () => Promise.resolve(offline),
  });
  const app = appOf(bridge, recordViews, [records]);
  await app.places.restore('here');
  const link = { resource: 'transactions', id: 12_345_678 } as const;
  const title = (): string => app.titleOf({ view: 'record', ...link });
  expect(title()).toBe('Transaction 12345678');
  app.names.learn(link, { id: link.id, transaction_hash: `0x${'ab'.repeat(32)}` });
  expect(title()).toBe('0xababab…ababab');
});

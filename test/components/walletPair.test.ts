import type { Component } from 'svelte';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '../../preload/contract/failures.ts';
import type { Wallet } from '../../preload/contract/wallets.ts';
import { register, views } from '../../renderer/features/wallets/register.ts';
import type { Views } from '../../renderer/shell/view.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const [address, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const [name, otherName] = ['0x111111…111111', '0x222222…222222'];
const connection = { id: 'one', name: 'One', baseUrl: 'https://api.example.com', sample: false };

it.each([
  { sent: 300, received: 100, gainer: otherName },
  { sent: 100, received: 300, gainer: name },
])('for $sent dollars sent and $received received, the net names the wallet that gained', async (moved) => {
  const flow = (dollars: number) => ({ count: 2, dollars });
  const known: Wallet = {
    ...{ transactions: 4, unpriced: 0, firstAt: 1, lastAt: 2, completeAsOf: null, leftOut: 0 },
    ...{ networks: ['Ethereum'], positions: [], days: [], counterpartyCount: 1 },
    counterparties: [{ address: other, in: flow(moved.received), out: flow(moved.sent) }],
  };
  const app = appOf(
    bridgeOf({
      readWallet: () => Promise.resolve(ok(known)),
      cancelRequest: () => Promise.resolve(ok(undefined)),
    }),
    views,
    [register],
  );
  const { default: view } = await (views as Views).walletPair.load();
  const location = { view: 'walletPair', address, other };
  show(ViewAlone, { app, view: view as Component, props: { location, connection, session: null } });
  const facts = page.getByRole('definition');
  await expect.element(facts.nth(4)).toBeVisible();
  const terms = page.getByRole('term').elements();
  const shown = facts.elements().map((fact, index) => [terms[index]?.textContent, fact.textContent]);
  expect(shown.slice(-3)).toEqual([
    [`From ${name} to ${otherName}`, `$${moved.sent.toString()}.00 in 2 transactions`],
    [`From ${otherName} to ${name}`, `$${moved.received.toString()}.00 in 2 transactions`],
    [`Net to ${moved.gainer}`, '$200.00'],
  ]);
});

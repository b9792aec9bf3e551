import { expect, it } from 'vitest';
import type { WalletFlows } from '../../../../../preload/contract/wallets.ts';
import type { FlowRow } from '../../../../../renderer/features/wallets/flowRows.ts';
import { flowCoverage, flowSummary } from '../../../../../renderer/features/wallets/flowWords.ts';

const side = {
  parties: [],
  others: { addresses: 0, figure: 0, transactions: 0 },
  nobody: { figure: 0, transactions: 0 },
};
const flows: WalletFlows = {
  senders: side,
  recipients: side,
  transactions: 1,
  toItself: 0,
  withoutFigure: 0,
  oldest: null,
  completeAsOf: null,
};
const row = (name: string, way: FlowRow['side']): FlowRow => ({
  side: way,
  address: name,
  name,
  figure: 5,
  transactions: 1,
});

it('says nothing of movements that are not known yet', () => {
  expect(flowCoverage(undefined, 'US dollars')).toBe('');
  expect(flowSummary('Largest movements of A', undefined, () => '')).toBe('Largest movements of A');
});

it('says of how many transactions movements are, and what is left out', () => {
  expect(flowCoverage(flows, 'US dollars')).toBe(
    'In US dollars, from 1 cached transaction; others may exist',
  );
  expect(
    flowCoverage(
      { ...flows, transactions: 1200, completeAsOf: 1, toItself: 2, withoutFigure: 3 },
      'Gold (Base)',
    ),
  ).toBe(
    'In Gold (Base), from 1,200 cached transactions; all there are as of the last sync; 3 without a value, counted as 0; 2 to itself, not shown',
  );
});

it('names the three largest senders and recipients', () => {
  const rows = ['a', 'b', 'c', 'd'].map((name) => row(name, 'left'));
  expect(flowSummary('Movements', rows, ({ figure }) => `$${figure.toString()}`)).toBe(
    'Movements. The largest senders: a $5; b $5; c $5. No recipients.',
  );
});

import { butFor } from '../../../preload/contract/completeness.ts';
import type { WalletFlows } from '../../../preload/contract/wallets.ts';
import { count, plural } from '../../format/numbers.ts';
import { twinsText } from '../../format/twins.ts';
import type { FlowRow } from './flowRows.ts';

/** Returns the coverage of flows; empty while loading. `measured`: US dollars or a token. */
export function flowCoverage(flows: WalletFlows | undefined, measured: string): string {
  if (flows === undefined) return '';
  const { transactions, toItself, withoutFigure, completeAsOf, twins } = flows;
  return [
    `In ${measured}, from ${plural(transactions, 'cached transaction', 'cached transactions')}`,
    completeAsOf === null ? 'others may exist' : `all there are as of the last sync${butFor(flows)}`,
    ...(withoutFigure > 0 ? [`${count(withoutFigure)} without a value, counted as 0`] : []),
    ...(toItself > 0 ? [`${count(toItself)} to itself, not shown`] : []),
    ...(twins === undefined ? [] : [twinsText(twins)]),
  ].join('; ');
}

/** Returns the title with the largest flows in words; only the title while loading. */
export function flowSummary(
  title: string,
  rows: readonly FlowRow[] | undefined,
  figureOf: (row: FlowRow) => string,
): string {
  if (rows === undefined) return title;
  const said = (way: FlowRow['side'], noun: string): string => {
    const largest = rows.filter(({ side }) => side === way).slice(0, 3);
    return largest.length === 0
      ? `No ${noun}s.`
      : `The largest ${noun}s: ${largest.map((row) => `${row.name} ${figureOf(row)}`).join('; ')}.`;
  };
  return `${title}. ${said('left', 'sender')} ${said('right', 'recipient')}`;
}

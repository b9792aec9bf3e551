import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { day } from '../../renderer/format/dates.ts';
import VolumeChart from '../../renderer/ui/chart/VolumeChart.svelte';
import { show } from './show.ts';

const now = Date.UTC(2026, 10, 28, 12);
const days = [
  { day: '2026-11-20', dollars: 5, in: 5, out: 0 },
  { day: '2026-11-22', dollars: 7, in: 0, out: 7 },
];
const text = (from: string, unknown: string): string =>
  `${day(Date.parse(from))} to ${day(now)}${unknown === '' ? '' : `. Of ${unknown} nothing is known: they are left empty.`}`;

it.each([
  ['the period that was asked for, today with it', '2026-10-30', null, text('2026-10-30', '28 days')],
  ['from the first transaction, where all was asked for', undefined, null, text('2026-11-20', '7 days')],
  ['no transaction as zero where all are known', '2026-10-30', now, text('2026-10-30', '')],
  ['nothing after what is known', '2026-10-30', Date.UTC(2026, 10, 25), text('2026-10-30', '3 days')],
  ['nothing before what is known', '2026-10-30', now, text('2026-10-30', '20 days'), '2026-11-19'],
])('draws %s', async (_, from, completeAsOf, expected, completeSince?: string) => {
  show(VolumeChart, { days, from, now, completeAsOf, completeSince, sides: null });
  await expect.element(page.getByText(expected, { exact: true })).toBeInTheDocument();
});

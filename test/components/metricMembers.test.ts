import { page } from 'vitest/browser';
import { expect, it } from 'vitest';
import { compareRecords } from '../../renderer/features/compare/rows.ts';
import ComparedCell from '../../renderer/features/compare/ComparedCell.svelte';
import MetricMembers from '../../renderer/features/records/record/MetricMembers.svelte';
import { present } from '../../renderer/fields/present.ts';
import { resources } from '../../preload/contract/resources.ts';
import { show } from './show.ts';

const field = {
  name: 'figure',
  label: 'Figure',
  group: 'Performance',
  type: 'metric',
  description: '',
  filterable: true,
  sortable: true,
  searchable: false,
} as const;
const metric = { val: 97.32, val_7d: 98.4, chg_7d_amt: -1.08, chg_7d_pct: -1.0976 };

function textsOf(role: 'cell' | 'columnheader'): string[] {
  return page
    .getByRole(role)
    .elements()
    .map((element) => element.textContent.trim());
}

it('a percentage changes by points, and by nothing else', () => {
  show(MetricMembers, { metric, field: { ...field, unit: 'percent' } });
  expect(textsOf('columnheader')).toEqual(['When', 'Value', 'Change since']);
  expect(textsOf('cell').slice(0, 4)).toEqual(['97.32%', '–', '98.40%', '-1.08 pp']);
});

it('other figures change by an amount and in percent', () => {
  show(MetricMembers, { metric, field: { ...field, unit: 'dollar' } });
  expect(textsOf('columnheader')).toEqual(['When', 'Value', 'Change since', '%']);
  expect(textsOf('cell').slice(3, 6)).toEqual(['$98.40', '-$1.08', '-1.10%▼']);
});

it('a comparison shows the digits of the record panel', () => {
  const record = { id: 1, total_management_fee_bps: 206.2, yield_to_maturity_percent: metric };
  const figures = compareRecords(resources.assets, [record]).filter(({ field }) => field.unit !== undefined);
  expect(figures).toHaveLength(2);
  for (const { field, values } of figures) {
    const hide = show(ComparedCell, { field, value: values[0] });
    expect(document.body.textContent).toContain(present(field, values[0])?.long);
    hide();
  }
});

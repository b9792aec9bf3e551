import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import StatusLine from '../../renderer/features/records/browser/StatusLine.svelte';
import { selectedCells } from '../../renderer/features/records/browser/selectedCells.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { textField } from './plainGrid.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const columns = [textField('value', 'number')];

it.each([
  [[3, 4], '2 cells selected', true],
  [[3, null], '2 cells selected, 1 of 2 rows loaded', true],
  [[null, null], '2 cells selected, 0 of 2 rows loaded: figures follow once they load', false],
] as const)('of the selected rows %j it says “%s”', async (values, said, hasFigures) => {
  const recordAt = (row: number) => {
    const value = values[row] ?? null;
    return value === null ? undefined : { id: row, value };
  };
  const selected = selectedCells({ recordAt, pageAt: () => undefined }, columns, {
    ...{ top: 0, bottom: 1, left: 0, right: 0 },
  });
  const props = { provenance: undefined, recordCount: 2, loadedCount: 0, selected, offline: false };
  const app = appOf(bridgeOf({}));
  show(ViewAlone, { app, view: StatusLine, props: { ...props, sample: false } });
  const status = page.getByRole('status');
  await expect.element(status).toBeInTheDocument();
  expect(status.element().textContent.trim().replaceAll(/\s+/g, ' ')).toBe(said);
  expect(page.getByRole('button', { name: /^Count/ }).elements().length > 0).toBe(hasFigures);
});

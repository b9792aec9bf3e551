import { expect, it } from 'vitest';
import { figuresCsv } from '../../../../../main/features/exports/figuresCsv.ts';

it('writes the figures behind a chart, exact, with gaps empty and names safe against formulas', () => {
  const text = [
    ...figuresCsv([
      { name: 'Date', cells: ['2025-06-01', '2025-06-02'] },
      { name: '=HYPERLINK("x")', cells: Float64Array.of(1e21, NaN) },
      { name: 'Plain', cells: Float64Array.of(-0.000001, -5) },
    ]),
  ].join('');
  expect(text).toBe(
    'Date,"\'=HYPERLINK(""x"")",Plain\r\n2025-06-01,1000000000000000000000,-0.000001\r\n2025-06-02,,-5\r\n',
  );
});

import type { Unit } from '../../../preload/contract/units.ts';
import { axisFigure } from './axisFigure.ts';
import type { ChartTheme } from './theme.ts';

export function figureAxis(theme: ChartTheme, unit: Unit | undefined) {
  return {
    type: 'linear' as const,
    beginAtZero: true,
    border: { display: false },
    grid: { color: theme.line, drawTicks: false },
    ticks: {
      color: theme.muted,
      padding: 6,
      maxTicksLimit: 6,
      callback: (value: string | number) => (typeof value === 'number' ? axisFigure(value, unit) : value),
    },
  };
}

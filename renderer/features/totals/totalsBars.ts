import type { ChartConfiguration } from 'chart.js';
import { colorOf } from '../../ui/chart/entityColors.ts';
import { figureAxis } from '../../ui/chart/figureAxis.ts';
import { plainOptions, type ChartTheme } from '../../ui/chart/theme.ts';
import type { BarGroup, TotalsSeries } from './totalsChart.ts';

export interface BarsModel {
  readonly groups: readonly BarGroup[];
  readonly series: readonly TotalsSeries[];
  /** `#rrggbb` by series id. */
  readonly colors: ReadonlyMap<string, string>;
  readonly stacked: boolean;
}

/** Indexes of group and series. */
export interface Bar {
  readonly group: number;
  readonly series: number;
}

export function barsConfiguration(
  { groups, series, colors, stacked }: BarsModel,
  theme: ChartTheme,
  on: { pick?: (bar: Bar) => void; point?: (bar: Bar | null) => void } = {},
): ChartConfiguration {
  const unit = series[0]?.unit;
  const isAlone = series.length === 1 && series[0]?.column === 0;
  const ofEntities = groups.map(({ entity, row }) =>
    row === null ? theme.other : entity === null ? (theme.series[0] ?? theme.accent) : colorOf(entity, theme),
  );
  return {
    type: 'bar',
    data: {
      labels: groups.map(({ name }) => (name.length > 28 ? `${name.slice(0, 27)}…` : name)),
      datasets: series.map(({ id, values }) => ({
        data: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
        backgroundColor: isAlone ? ofEntities : (colors.get(id) ?? theme.other),
        maxBarThickness: 28,
        categoryPercentage: 0.86,
      })),
    },
    options: {
      ...plainOptions(theme),
      indexAxis: 'y',
      interaction: { mode: 'nearest', intersect: true },
      layout: { padding: { right: 16, top: 8 } },
      onClick: (_event, [hit]) => {
        if (hit !== undefined) on.pick?.({ group: hit.index, series: hit.datasetIndex });
      },
      onHover: (_event, [hit]) => {
        on.point?.(hit === undefined ? null : { group: hit.index, series: hit.datasetIndex });
      },
      scales: {
        y: {
          type: 'category',
          stacked,
          border: { color: theme.lineStrong },
          grid: { display: false },
          ticks: { color: theme.text, autoSkip: false },
        },
        x: { ...figureAxis(theme, unit), stacked },
      },
    },
  };
}

import type { ChartConfiguration } from 'chart.js';
import type {} from 'chartjs-chart-treemap';
import type { Unit } from '../../../preload/contract/units.ts';
import { compactFigure } from '../../format/numbers.ts';
import { textOn } from '../../ui/chart/color.ts';
import { colorOf, colorsOf } from '../../ui/chart/entityColors.ts';
import { figureAxis } from '../../ui/chart/figureAxis.ts';
import { plainOptions, type ChartOptions, type ChartTheme } from '../../ui/chart/theme.ts';
import type { Part } from './parts.ts';

export const partKinds = ['row', 'column', 'doughnut', 'treemap'] as const;
export type PartKind = (typeof partKinds)[number];

export interface PartsModel {
  readonly kind: PartKind;
  readonly parts: readonly Part[];
  readonly unit: Unit | undefined;
}

/** Returns `#rrggbb` for each part. Bars may share a color: their positions differ. */
export function colorsOfParts({ kind, parts }: PartsModel, theme: ChartTheme): string[] {
  if (kind === 'row' || kind === 'column') {
    return parts.map(({ entity }) => (entity === null ? theme.other : colorOf(entity, theme)));
  }
  const own = parts.filter(({ entity }) => entity !== null);
  const colors = colorsOf(
    own.map(({ entity }) => entity),
    theme,
  );
  return parts.map((part) => colors[own.indexOf(part)] ?? theme.other);
}

/** `onpart` receives the index of the clicked or hovered part. */
export function partsConfiguration(
  model: PartsModel,
  theme: ChartTheme,
  on: { part?: (place: number) => void; point?: (place: number | null) => void } = {},
): ChartConfiguration {
  const colors = colorsOfParts(model, theme);
  const values = model.parts.map(({ value }) => value ?? 0);
  const shared: ChartOptions = {
    ...plainOptions(theme),
    onClick: (_event, [hit]) => {
      if (hit !== undefined) on.part?.(hit.index);
    },
    onHover: (_event, [hit]) => on.point?.(hit === undefined ? null : hit.index),
  };
  const drawn = { theme, colors, values, shared };
  switch (model.kind) {
    case 'row':
    case 'column':
      return bars(model, drawn);
    case 'doughnut':
      return doughnut(model, drawn);
    case 'treemap':
      return treemap(model, drawn);
  }
}

interface Drawn {
  readonly theme: ChartTheme;
  readonly colors: string[];
  readonly values: number[];
  readonly shared: ChartOptions;
}

function bars(
  { kind, parts, unit }: PartsModel,
  { theme, colors, values, shared }: Drawn,
): ChartConfiguration {
  const names = {
    type: 'category' as const,
    border: { color: theme.lineStrong },
    grid: { display: false },
    ticks: { color: theme.text, autoSkip: kind === 'column', maxRotation: 40 },
  };
  const figures = figureAxis(theme, unit);
  return {
    type: 'bar',
    data: {
      labels: parts.map(({ name }) => (name.length > 28 ? `${name.slice(0, 27)}…` : name)),
      datasets: [{ data: values, backgroundColor: colors, maxBarThickness: 28, categoryPercentage: 0.86 }],
    },
    options: {
      ...shared,
      indexAxis: kind === 'row' ? 'y' : 'x',
      layout: { padding: { right: 16, top: 8 } },
      scales: kind === 'row' ? { y: names, x: figures } : { x: names, y: figures },
    },
  };
}

function doughnut({ parts }: PartsModel, { theme, colors, values, shared }: Drawn): ChartConfiguration {
  const options = { ...shared, layout: { padding: 8 }, cutout: '62%' };
  return {
    type: 'doughnut',
    data: {
      labels: parts.map(({ name }) => name),
      datasets: [{ data: values, backgroundColor: colors, borderColor: theme.surface, borderWidth: 2 }],
    },
    options,
  };
}

function treemap({ parts, unit }: PartsModel, { theme, colors, values, shared }: Drawn): ChartConfiguration {
  const colorAt = (context: { dataIndex: number }): string => colors[context.dataIndex] ?? theme.other;
  return {
    type: 'treemap',
    data: {
      datasets: [
        {
          data: [],
          tree: values.map((value) => Math.max(value, 0)),
          backgroundColor: colorAt,
          borderColor: theme.surface,
          borderWidth: 1,
          spacing: 0,
          labels: {
            display: true,
            align: 'left',
            position: 'top',
            overflow: 'hidden',
            font: { family: theme.font, size: 12 },
            color: (context: { dataIndex: number }) => textOn(colorAt(context)),
            formatter: (context: { dataIndex: number }) => {
              const part = parts[context.dataIndex];
              return part === undefined ? '' : [part.name, compactFigure(part.value ?? 0, { unit })];
            },
          },
        },
      ],
    },
    options: shared,
  };
}

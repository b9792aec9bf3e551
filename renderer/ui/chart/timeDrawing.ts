import type { Chart, ChartConfiguration, ChartDataset, Plugin } from 'chart.js';
import type { Unit } from '../../../preload/contract/units.ts';
import { axisFigure } from './axisFigure.ts';
import { calendarTicks, daysOfPeriod, fittingTicks } from './calendarTicks.ts';
import { withAlpha } from './color.ts';
import { decimate, indexesWithin, sharedIndexes, type Point } from './decimate.ts';
import { plainOptions, type ChartTheme } from './theme.ts';
import { bandsOf, extent, isStacked, partsOf, type TimeModel } from './timeModel.ts';

interface Size {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

type ScaleOptions = NonNullable<NonNullable<ChartConfiguration['options']>['scales']>[string];

type Dataset = ChartDataset<'line' | 'bar', Point[]>;

/** More lines are decimated further. */
const manyLines = 40;

export function timeConfiguration(model: TimeModel, theme: ChartTheme, size: Size): ChartConfiguration {
  const indexes = indexesWithin(model.days, model.range.first, model.range.last);
  const hasRight = model.series.some(({ axis }) => axis === 'right');
  const { min, max } = axisRange(model);
  return {
    type: model.kind === 'bar' ? 'bar' : 'line',
    data: { datasets: datasetsOf(model, theme, size, indexes) },
    plugins: [referencePlugin(model, theme), annotationPlugin(model, theme)],
    options: {
      ...plainOptions(theme),
      normalized: true,
      parsing: false,
      events: [],
      layout: { padding: { top: model.annotations.length > 0 ? 20 : 8, right: hasRight ? 0 : 12 } },
      elements: { point: { radius: 0, hitRadius: 0, hoverRadius: 0 } },
      scales: {
        x: {
          type: 'linear',
          // Otherwise the bars of one day stand side by side, over those of other days.
          stacked: model.kind === 'bar',
          // chart.js's own offset would squeeze the bars.
          offset: false,
          min,
          max,
          border: { color: theme.lineStrong },
          grid: { drawOnChartArea: false, color: theme.lineStrong, tickLength: 5 },
          afterBuildTicks: (axis) => {
            const most = Math.max(2, Math.floor(axis.width / 72));
            axis.ticks = calendarTicks(axis.min, axis.max, most, model.interval).map(({ day, label }) => ({
              value: day,
              label,
            }));
          },
          ticks: {
            color: theme.muted,
            autoSkip: false,
            maxRotation: 0,
            // Labels come with the ticks.
            callback: (value, index, ticks) => labelOf(ticks[index]) ?? value,
          },
        },
        y: valueAxis(model, theme, indexes, 'left'),
        ...(hasRight ? { right: valueAxis(model, theme, indexes, 'right') } : {}),
      },
    },
  };
}

/** Makes a single value visible as a dot. */
const dotDays = 0.01;

function datasetsOf(
  model: TimeModel,
  theme: ChartTheme,
  { width }: Size,
  indexes: { from: number; to: number },
): Dataset[] {
  if (isStacked(model.kind)) return stackOf(model, theme, width, indexes);
  const limit = Math.max(64, Math.round(model.series.length > manyLines ? width / 2 : width));
  return model.series.map((series, index): Dataset => {
    const color = model.colors[index] ?? theme.other;
    const isOther = color === theme.other;
    const values = model.logarithmic
      ? series.values.map((value) => (value > 0 ? value : NaN))
      : series.values;
    return {
      type: 'line',
      data: withDots(decimate(model.days, values, { ...indexes, limit })),
      yAxisID: series.axis === 'right' ? 'right' : 'y',
      borderColor: isOther ? withAlpha(color, 0.55) : color,
      borderWidth: isOther ? 1 : 1.75,
      borderDash: series.axis === 'right' ? [5, 3] : [],
      borderCapStyle: 'round',
      borderJoinStyle: 'round',
      backgroundColor: withAlpha(color, 0.14),
      fill: model.kind === 'area' ? 'origin' : false,
      // chart.js draws the first dataset on top.
      order: index,
    };
  });
}

function withDots(points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const lone = Number.isNaN(points[index - 1]?.y ?? NaN) && Number.isNaN(points[index + 1]?.y ?? NaN);
    return lone && !Number.isNaN(point.y) ? [point, { x: point.x + dotDays, y: point.y }] : [point];
  });
}

function stackOf(
  { days, series, colors, kind, top, interval }: TimeModel,
  theme: ChartTheme,
  width: number,
  { from, to }: { from: number; to: number },
): Dataset[] {
  const parts = partsOf(series, colors, theme.other, top);
  if (kind === 'bar') {
    return parts.map(({ series: { values }, color }): Dataset => ({
      type: 'bar',
      data: pointsAt(days, values, range(from, to)).filter(({ y }) => !Number.isNaN(y)),
      backgroundColor: color,
      categoryPercentage: 0.8,
      barPercentage: 1,
      maxBarThickness: 48,
      order: 0,
    }));
  }
  const at = sharedIndexes(from, to, width);
  return bandsOf(parts, kind === 'share').map(({ tops, color }, index): Dataset => ({
    type: 'line',
    data: withWidth(pointsAt(days, tops, at), daysOfPeriod(interval) / 4),
    backgroundColor: withAlpha(color, 0.88),
    borderColor: theme.surface,
    borderWidth: 0.5,
    fill: index === 0 ? 'origin' : '-1',
    order: index,
  }));
}

/** An area of one period would have no width. */
function withWidth(points: Point[], half: number): Point[] {
  const [lone] = points;
  if (points.length !== 1 || lone === undefined) return points;
  return [-half, half].map((aside) => ({ x: lone.x + aside, y: lone.y }));
}

function pointsAt(days: Int32Array, values: Float64Array, indexes: readonly number[]): Point[] {
  return indexes.map((index) => ({ x: days[index] ?? 0, y: values[index] ?? NaN }));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Bars and single periods need half a period at both ends. */
function axisRange({ kind, range: { first, last }, interval }: TimeModel): { min: number; max: number } {
  const half = kind === 'bar' || last === first ? daysOfPeriod(interval) / 2 : 0;
  return { min: first - half, max: last + half };
}

function valueAxis(
  model: TimeModel,
  theme: ChartTheme,
  { from, to }: { from: number; to: number },
  side: 'left' | 'right',
): ScaleOptions {
  const shown = model.series.filter(({ axis = 'left' }) => axis === side);
  const unit: Unit | undefined = model.kind === 'share' ? 'percent' : shown[0]?.unit;
  const stacked = isStacked(model.kind);
  const reach = stacked ? null : extent(shown, from, to, model.logarithmic);
  const zero = stacked || model.kind === 'area';
  return {
    type: model.logarithmic && !stacked ? 'logarithmic' : 'linear',
    position: side,
    stacked: model.kind === 'bar',
    beginAtZero: zero && !model.logarithmic,
    ...(model.kind === 'share' ? { min: 0, max: 100 } : {}),
    ...(reach !== null && !zero && !model.logarithmic ? paddedRange(reach) : {}),
    border: { display: false },
    // Names the second measure; the chart's title names the first.
    ...(side === 'right' ? { title: { display: true, text: shown[0]?.name ?? '', color: theme.muted } } : {}),
    ...(model.logarithmic && !stacked
      ? {}
      : {
          afterBuildTicks: (scale) => {
            scale.ticks = fittingTicks(scale.ticks, Math.max(2, Math.floor(scale.height / tickPx)));
          },
        }),
    grid: { color: theme.line, drawTicks: false, drawOnChartArea: side === 'left' },
    ticks: {
      color: theme.muted,
      padding: 8,
      maxTicksLimit: 7,
      callback: (value) => (typeof value === 'number' ? axisFigure(value, unit, model.logarithmic) : value),
    },
  };
}

/** In CSS pixels. */
const tickPx = 17;

/** Starts at zero if the values come near it. */
function paddedRange({ min, max }: { min: number; max: number }): {
  suggestedMin: number;
  suggestedMax: number;
} {
  const padding = (max - min) * 0.04;
  return { suggestedMin: min >= 0 && min < max * 0.4 ? 0 : min - padding, suggestedMax: max + padding };
}

function labelOf(tick: object | undefined): string | undefined {
  return tick !== undefined && 'label' in tick && typeof tick.label === 'string' ? tick.label : undefined;
}

function referencePlugin({ reference }: TimeModel, theme: ChartTheme): Plugin {
  return {
    id: 'reference',
    beforeDatasetsDraw: (chart: Chart) => {
      const scale = chart.scales['y'];
      if (reference === undefined || scale === undefined || reference < scale.min || reference > scale.max)
        return;
      const { ctx, chartArea } = chart;
      const y = scale.getPixelForValue(reference);
      ctx.save();
      ctx.strokeStyle = theme.faint;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(chartArea.left, y);
      ctx.lineTo(chartArea.right, y);
      ctx.stroke();
      ctx.restore();
    },
  };
}

function annotationPlugin({ annotations, range: { first, last } }: TimeModel, theme: ChartTheme): Plugin {
  return {
    id: 'annotations',
    afterDatasetsDraw: (chart: Chart) => {
      const scale = chart.scales['x'];
      const shown = annotations.filter(({ day }) => day >= first && day <= last);
      if (scale === undefined || shown.length === 0) return;
      const { ctx, chartArea } = chart;
      ctx.save();
      ctx.font = `11px ${theme.font}`;
      ctx.strokeStyle = theme.muted;
      ctx.fillStyle = theme.text;
      ctx.lineWidth = 1;
      ctx.textBaseline = 'bottom';
      for (const { day, text } of shown) {
        const x = Math.round(scale.getPixelForValue(day)) + 0.5;
        ctx.setLineDash([3, 3]);
        ctx.beginPath();
        ctx.moveTo(x, chartArea.top);
        ctx.lineTo(x, chartArea.bottom);
        ctx.stroke();
        ctx.textAlign = x > (chartArea.left + chartArea.right) / 2 ? 'right' : 'left';
        ctx.fillText(text, x, chartArea.top - 4);
      }
      ctx.restore();
    },
  };
}

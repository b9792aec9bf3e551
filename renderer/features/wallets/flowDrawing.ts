import type { Chart, ChartConfiguration } from 'chart.js';
import { withAlpha } from '../../ui/chart/color.ts';
import { plainOptions, type ChartTheme } from '../../ui/chart/theme.ts';
import { flowLayout, type FlowPart, type PlacedPart } from './flowLayout.ts';

/** A flow diagram as a chart without axes, for the canvas and image export of charts. */

export interface FlowModel {
  readonly left: readonly FlowPart[];
  readonly right: readonly FlowPart[];
  readonly subject: string;
  readonly figure: (part: FlowPart) => string;
}

/** CSS pixels: width of bars, height of the subject's name, gap. */
export const flowSizes = { bar: 8, heading: 20, gap: 6 } as const;

/** Width of the names on either side, in CSS pixels. */
export function nameWidth(width: number): number {
  return Math.min(260, width * 0.3);
}

export function flowConfiguration(model: FlowModel, theme: ChartTheme): ChartConfiguration {
  return {
    type: 'bar',
    data: { datasets: [] },
    options: {
      ...plainOptions(theme),
      events: [],
      scales: { x: { display: false }, y: { display: false } },
    },
    plugins: [
      {
        id: 'flows',
        afterDraw: (chart: Chart) => {
          draw(chart.ctx, model, theme, chart);
        },
      },
    ],
  };
}

function draw(
  context: CanvasRenderingContext2D,
  { left, right, subject, figure }: FlowModel,
  theme: ChartTheme,
  { width, height }: { width: number; height: number },
): void {
  const { bar, heading, gap } = flowSizes;
  const names = nameWidth(width);
  const layout = flowLayout(left, right, height - heading);
  const [start, end, middle] = [names, width - names, width / 2];
  const side = (
    parts: readonly FlowPart[],
    places: readonly PlacedPart[],
    { x, isLeft, color }: { x: number; isLeft: boolean; color: string },
  ): void => {
    context.font = `12px ${theme.font}`;
    const texts = parts.map(figure);
    const taken = Math.max(0, ...texts.map((text) => context.measureText(text).width)) + 2 * gap;
    parts.forEach((part, index) => {
      const placed = places[index];
      if (placed === undefined) return;
      const [top, atSubject] = [placed.top + heading, placed.topAtSubject + heading];
      const thickness = Math.max(1, placed.height);
      const near = isLeft ? x + bar : x;
      const far = isLeft ? middle - bar / 2 : middle + bar / 2;
      context.fillStyle = withAlpha(color, 0.3);
      context.beginPath();
      context.moveTo(near, top);
      context.bezierCurveTo((near + far) / 2, top, (near + far) / 2, atSubject, far, atSubject);
      context.lineTo(far, atSubject + thickness);
      context.bezierCurveTo(
        (near + far) / 2,
        atSubject + thickness,
        (near + far) / 2,
        top + thickness,
        near,
        top + thickness,
      );
      context.closePath();
      context.fill();
      context.fillStyle = color;
      context.fillRect(x, top, bar, thickness);
      const y = placed.middle + heading;
      context.fillStyle = theme.muted;
      context.textAlign = isLeft ? 'right' : 'left';
      context.textBaseline = 'middle';
      const textX = isLeft ? x - gap : x + bar + gap;
      context.fillText(texts[index] ?? '', textX, y);
      context.fillStyle = theme.text;
      context.fillText(
        fitting(part.name, names - taken - gap, context),
        isLeft ? textX - taken : textX + taken,
        y,
      );
    });
  };
  side(left, layout.left, { x: start - bar, isLeft: true, color: theme.series[0] ?? theme.accent });
  side(right, layout.right, { x: end, isLeft: false, color: theme.series[1] ?? theme.accent });
  context.fillStyle = theme.text;
  context.fillRect(middle - bar / 2, layout.subject.top + heading, bar, Math.max(1, layout.subject.height));
  context.font = `600 12px ${theme.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(fitting(subject, width - 2 * names, context), middle, heading / 2);
}

function fitting(text: string, width: number, context: CanvasRenderingContext2D): string {
  if (context.measureText(text).width <= width) return text;
  let length = text.length - 1;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return `${text.slice(0, length)}…`;
}

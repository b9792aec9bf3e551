import type { ChartConfiguration } from 'chart.js';
import { drawWith } from './engine.ts';
import type { ChartTheme } from './theme.ts';

export interface FigureHeading {
  readonly title: string;
  readonly subtitle: string;
  /** Empty for none. */
  readonly conditions: string;
}

/** A chart with title, legend and source, for export. */
export interface Picture extends FigureHeading {
  readonly source: string;
  readonly legend: readonly { readonly name: string; readonly color: string }[];
  readonly theme: ChartTheme;
  configuration(size: { width: number; height: number }): ChartConfiguration;
}

/** In CSS pixels; 16:9 fits slides. */
const size = { width: 1200, height: 675 };
const pngScale = 2;
const margin = 32;
const legendLine = 20;
const legendEntries = 24;

/** At twice its size, for print and dense screens. */
export async function toPng(picture: Picture): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(size.width * pngScale, size.height * pngScale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This window cannot create images.');
  context.scale(pngScale, pngScale);
  // Charts use only members that both context types have.
  draw(picture, context as unknown as CanvasRenderingContext2D);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await blob.arrayBuffer());
}

function draw(picture: Picture, context: CanvasRenderingContext2D): void {
  const { theme, title, subtitle, conditions, source } = picture;
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, size.width, size.height);
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  text(context, title, margin, margin + 20, `600 22px ${theme.font}`, theme.text);
  text(context, subtitle, margin, margin + 42, `14px ${theme.font}`, theme.muted);
  const lines = conditions === '' ? [] : linesOf(conditions, context, `14px ${theme.font}`);
  lines.forEach((line, index) =>
    text(context, line, margin, margin + 62 + index * 20, `14px ${theme.font}`, theme.text),
  );
  const sources = linesOf(source, context, `12px ${theme.font}`);
  const bottom = size.height - margin - (sources.length - 1) * 16;
  sources.forEach((line, index) =>
    text(context, line, margin, bottom + index * 16, `12px ${theme.font}`, theme.faint),
  );
  const top = margin + 58 + lines.length * 20;
  const legendHeight = drawLegend(picture, context, bottom - 18);
  const area = {
    width: size.width - 2 * margin,
    height: bottom - 28 - legendHeight - top,
  };
  context.save();
  context.translate(margin, top);
  drawWith(context, area, picture.configuration(area));
  context.restore();
}

function linesOf(text: string, context: CanvasRenderingContext2D, font: string): string[] {
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    const fits = lines.length > 0 && context.measureText(longer).width <= size.width - 2 * margin;
    if (fits) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Draws upward from `bottom`. Returns the height. */
function drawLegend({ legend, theme }: Picture, context: CanvasRenderingContext2D, bottom: number): number {
  const shown = legend.slice(0, legendEntries);
  const rest = legend.length - shown.length;
  const entries = rest > 0 ? [...shown, { name: `and ${rest.toString()} more`, color: theme.other }] : shown;
  if (entries.length < 2) return 0;
  context.font = `12px ${theme.font}`;
  const lines: { name: string; color: string; x: number }[][] = [[]];
  let x = 0;
  for (const entry of entries) {
    const width = context.measureText(entry.name).width + 34;
    if (x + width > size.width - 2 * margin) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)?.push({ ...entry, x });
    x += width;
  }
  lines.forEach((line, index) => {
    const y = bottom - (lines.length - index) * legendLine + 12;
    for (const entry of line) {
      context.fillStyle = entry.color;
      context.fillRect(margin + entry.x, y - 9, 10, 10);
      text(context, entry.name, margin + entry.x + 16, y, `12px ${theme.font}`, theme.text);
    }
  });
  return lines.length * legendLine;
}

function text(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  color: string,
): void {
  context.font = font;
  context.fillStyle = color;
  context.fillText(text, x, y);
}

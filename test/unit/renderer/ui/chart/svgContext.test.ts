import { describe, expect, it } from 'vitest';
import { makeSvgDrawing, type SvgContext } from '../../../../../renderer/ui/chart/svgContext.ts';

function drawing(draw: (context: SvgContext) => void): string {
  const svg = makeSvgDrawing({ width: 100, height: 50 }, (text) => text.length * 6);
  draw(svg.context);
  return svg.text({ title: 'A & B', description: 'x < y' });
}

describe('an SVG drawing', () => {
  it('has the paths that were stroked and filled, moved as the context was', () => {
    const svg = drawing((context) => {
      context.translate(10, 5);
      context.beginPath();
      context.moveTo(0, 0);
      context.lineTo(5, 5);
      context.strokeStyle = '#3d44bf';
      context.lineWidth = 2;
      context.setLineDash([4, 2]);
      context.stroke();
      context.fillStyle = '#3d44bf80';
      context.fillRect(0, 0, 10, 10);
    });
    expect(svg).toContain('<path d="M10 5L15 10" fill="none" stroke="#3d44bf" stroke-width="2"');
    expect(svg).toContain('stroke-dasharray="4 2"');
    expect(svg).toContain('<path d="M10 5L20 5L20 15L10 15Z" fill="#3d44bf" fill-opacity="0.5"/>');
  });

  it('has texts as texts, escaped, placed by their alignment', () => {
    const svg = drawing((context) => {
      context.font = '600 12px Inter, sans-serif';
      context.textAlign = 'right';
      context.fillText('a <b> & c', 50, 20);
    });
    expect(svg).toContain(
      'font-size="12" font-weight="600" text-anchor="end" fill="#000000">a &lt;b&gt; &amp; c</text>',
    );
    expect(svg).toContain('<title>A &amp; B</title><desc>x &lt; y</desc>');
  });

  it('clips until the state is restored', () => {
    const svg = drawing((context) => {
      context.save();
      context.beginPath();
      context.rect(0, 0, 10, 10);
      context.clip();
      context.fillRect(0, 0, 5, 5);
      context.restore();
      context.fillRect(6, 6, 1, 1);
    });
    expect(svg).toContain('<clipPath id="clip-1"><path d="M0 0L10 0L10 10L0 10Z"/></clipPath>');
    expect(svg.match(/clip-path=/g)).toHaveLength(1);
  });

  it('draws a whole turn in two halves', () => {
    const svg = drawing((context) => {
      context.beginPath();
      context.arc(50, 25, 10, 0, Math.PI * 2);
      context.fill();
    });
    expect(svg.match(/A10 10/g)).toHaveLength(2);
  });
});

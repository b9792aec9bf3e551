/**
 * A drawing context that writes SVG instead of pixels: the part of `CanvasRenderingContext2D` that charts use. Whatever is
 * drawn comes out as paths and texts, in the order of drawing. Rule: HTML Standard, "CanvasRenderingContext2D"; SVG 2.
 */

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

interface State {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  lineDashOffset: number;
  dash: readonly number[];
  font: string;
  textAlign: string;
  textBaseline: string;
  globalAlpha: number;
  matrix: Matrix;
  clips: readonly string[];
}

const initial: State = {
  fillStyle: '#000000',
  strokeStyle: '#000000',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  lineDashOffset: 0,
  dash: [],
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  globalAlpha: 1,
  matrix: [1, 0, 0, 1, 0, 0],
  clips: [],
};

/** Shifts of the baseline, in parts of the size of the font. */
const baselines: Readonly<Record<string, number>> = { top: 0.8, hanging: 0.8, middle: 0.32, bottom: -0.2 };
const anchors: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };

/** What a context can draw and how. */
export type SvgContext = Calls & Pick<State, Exclude<keyof State, 'dash' | 'matrix' | 'clips'>>;

interface Calls {
  save(): void;
  restore(): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  quadraticCurveTo(x1: number, y1: number, x: number, y: number): void;
  rect(x: number, y: number, w: number, h: number): void;
  arc(x: number, y: number, radius: number, start: number, end: number, backwards?: boolean): void;
  clip(): void;
  fill(rule?: string): void;
  stroke(): void;
  fillRect(x: number, y: number, w: number, h: number): void;
  strokeRect(x: number, y: number, w: number, h: number): void;
  fillText(text: string, x: number, y: number): void;
  strokeText(): void;
  measureText(text: string): { width: number };
  translate(x: number, y: number): void;
  scale(x: number, y: number): void;
  rotate(angle: number): void;
  setLineDash(dash: readonly number[]): void;
  getLineDash(): number[];
}

export interface SvgDrawing {
  readonly context: SvgContext;
  /** The whole drawing, with a title and a description for who cannot see it. */
  text(about: { title: string; description: string }): string;
}

/** `measure` returns the width of a text in a font, in pixels. */
export function makeSvgDrawing(
  { width, height }: { width: number; height: number },
  measure: (text: string, font: string) => number,
): SvgDrawing {
  const body: string[] = [];
  const clipPaths: string[] = [];
  const stack: State[] = [];
  let state: State = { ...initial };
  let path = '';

  const point = (x: number, y: number): string => {
    const [a, b, c, d, e, f] = state.matrix;
    return `${short(a * x + c * y + e)} ${short(b * x + d * y + f)}`;
  };
  const scaleOf = (): number => Math.hypot(state.matrix[0], state.matrix[1]);
  const add = (element: string): void => {
    body.push(state.clips.reduce((inner, clip) => `<g clip-path="url(#${clip})">${inner}</g>`, element));
  };
  const opacity = (name: string, color: string): string => {
    const [solid, alpha] = splitAlpha(color);
    const whole = alpha * state.globalAlpha;
    return `${name}="${solid}"${whole < 1 ? ` ${name}-opacity="${short(whole)}"` : ''}`;
  };
  const multiply = ([a, b, c, d, e, f]: Matrix): void => {
    const [a0, b0, c0, d0, e0, f0] = state.matrix;
    state.matrix = [
      a0 * a + c0 * b,
      b0 * a + d0 * b,
      a0 * c + c0 * d,
      b0 * c + d0 * d,
      a0 * e + c0 * f + e0,
      b0 * e + d0 * f + f0,
    ];
  };
  const rectangle = (x: number, y: number, w: number, h: number): string =>
    `M${point(x, y)}L${point(x + w, y)}L${point(x + w, y + h)}L${point(x, y + h)}Z`;
  const fillPath = (d: string, rule?: string): void => {
    if (d !== '')
      add(
        `<path d="${d}" ${opacity('fill', state.fillStyle)}${rule === 'evenodd' ? ' fill-rule="evenodd"' : ''}/>`,
      );
  };
  const strokePath = (d: string): void => {
    if (d === '' || state.lineWidth === 0) return;
    const dash = state.dash.length === 0 ? '' : ` stroke-dasharray="${state.dash.map(short).join(' ')}"`;
    const offset = state.lineDashOffset === 0 ? '' : ` stroke-dashoffset="${short(state.lineDashOffset)}"`;
    add(
      `<path d="${d}" fill="none" ${opacity('stroke', state.strokeStyle)} stroke-width="${short(state.lineWidth * scaleOf())}" stroke-linecap="${state.lineCap}" stroke-linejoin="${state.lineJoin}"${dash}${offset}/>`,
    );
  };

  const calls: Calls = {
    save: () => {
      stack.push({ ...state });
    },
    restore: () => {
      state = stack.pop() ?? state;
    },
    beginPath: () => {
      path = '';
    },
    closePath: () => {
      path += 'Z';
    },
    moveTo: (x: number, y: number) => {
      path += `M${point(x, y)}`;
    },
    lineTo: (x: number, y: number) => {
      path += `${path === '' ? 'M' : 'L'}${point(x, y)}`;
    },
    bezierCurveTo: (x1: number, y1: number, x2: number, y2: number, x: number, y: number) => {
      path += `C${point(x1, y1)} ${point(x2, y2)} ${point(x, y)}`;
    },
    quadraticCurveTo: (x1: number, y1: number, x: number, y: number) => {
      path += `Q${point(x1, y1)} ${point(x, y)}`;
    },
    rect: (x: number, y: number, w: number, h: number) => {
      path += rectangle(x, y, w, h);
    },
    arc: (x: number, y: number, radius: number, start: number, end: number, backwards = false) => {
      const sweep = arcSweep(start, end, backwards);
      // An arc of a whole turn ends where it begins, which SVG draws as nothing: it is drawn in two halves.
      const steps = Math.abs(sweep) > Math.PI ? 2 : 1;
      const at = (angle: number): string => point(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      path += `${path === '' ? 'M' : 'L'}${at(start)}`;
      const r = short(radius * scaleOf());
      for (let step = 1; step <= steps; step += 1) {
        path += `A${r} ${r} 0 0 ${sweep < 0 ? '0' : '1'} ${at(start + (sweep * step) / steps)}`;
      }
    },
    clip: () => {
      const id = `clip-${(clipPaths.length + 1).toString()}`;
      clipPaths.push(`<clipPath id="${id}"><path d="${path}"/></clipPath>`);
      state.clips = [...state.clips, id];
    },
    fill: (rule?: string) => {
      fillPath(path, rule);
    },
    stroke: () => {
      strokePath(path);
    },
    fillRect: (x: number, y: number, w: number, h: number) => {
      fillPath(rectangle(x, y, w, h));
    },
    strokeRect: (x: number, y: number, w: number, h: number) => {
      strokePath(rectangle(x, y, w, h));
    },
    fillText: (text: string, x: number, y: number) => {
      const { size, family, weight } = fontOf(state.font);
      const [a, b, c, d, e, f] = state.matrix;
      const isTurned = a !== 1 || b !== 0 || c !== 0 || d !== 1;
      const shifted = y + size * (baselines[state.textBaseline] ?? 0);
      const place = isTurned
        ? `x="${short(x)}" y="${short(shifted)}" transform="matrix(${[a, b, c, d, e, f].map(short).join(' ')})"`
        : `x="${short(x + e)}" y="${short(shifted + f)}"`;
      const anchor = anchors[state.textAlign];
      add(
        `<text ${place} font-family="${escape(family)}" font-size="${short(size)}"${weight === '400' ? '' : ` font-weight="${weight}"`}${anchor === undefined ? '' : ` text-anchor="${anchor}"`} ${opacity('fill', state.fillStyle)}>${escape(text)}</text>`,
      );
    },
    strokeText: () => undefined,
    measureText: (text: string) => ({ width: measure(text, state.font) }),
    translate: (x: number, y: number) => {
      multiply([1, 0, 0, 1, x, y]);
    },
    scale: (x: number, y: number) => {
      multiply([x, 0, 0, y, 0, 0]);
    },
    rotate: (angle: number) => {
      multiply([Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]);
    },
    setLineDash: (dash: readonly number[]) => {
      state.dash = [...dash];
    },
    getLineDash: () => [...state.dash],
  };

  const context = new Proxy(calls, {
    get: (target, name): unknown => {
      if (Object.hasOwn(target, name)) return Reflect.get(target, name);
      return Object.hasOwn(state, name) ? Reflect.get(state, name) : undefined;
    },
    set: (_target, name, value) => Reflect.set(state, name, value),
  });

  return {
    // The proxy answers for the members of the state as well as for the calls.
    context: context as SvgContext,
    text: ({ title, description }) =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toString()}" height="${height.toString()}" viewBox="0 0 ${width.toString()} ${height.toString()}" role="img">`,
        `<title>${escape(title)}</title><desc>${escape(description)}</desc>`,
        clipPaths.length === 0 ? '' : `<defs>${clipPaths.join('')}</defs>`,
        ...body,
        '</svg>\n',
      ].join('\n'),
  };
}

/** How far an arc turns, in radians, as canvas understands it. */
function arcSweep(start: number, end: number, backwards: boolean): number {
  const turn = 2 * Math.PI;
  const raw = end - start;
  if (backwards) return raw <= -turn ? -turn : raw > 0 ? (raw % turn) - turn : raw;
  return raw >= turn ? turn : raw < 0 ? (raw % turn) + turn : raw;
}

function fontOf(font: string): { size: number; family: string; weight: string } {
  const [, before = '', size = '10', family = 'sans-serif'] =
    /^(.*?)([\d.]+)px(?:\/\S+)?\s+(.*)$/.exec(font) ?? [];
  const weight = /\b(bold|[1-9]00)\b/.exec(before)?.[1] ?? '400';
  return { size: Number(size), family, weight: weight === 'bold' ? '700' : weight };
}

/** SVG editors do not all know colours with eight digits. */
function splitAlpha(color: string): [string, number] {
  const [, solid, alpha] = /^(#[0-9a-f]{6})([0-9a-f]{2})$/i.exec(color) ?? [];
  if (solid !== undefined && alpha !== undefined) return [solid, parseInt(alpha, 16) / 255];
  const [, red, green, blue, part] = /^rgba\((\d+), ?(\d+), ?(\d+), ?([\d.]+)\)$/.exec(color) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return [escape(color), 1];
  return [`rgb(${red},${green},${blue})`, Number(part)];
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

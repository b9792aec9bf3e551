import type { ChartConfiguration } from 'chart.js';
import type { Palette } from './color.ts';
import { paletteSize } from './entityColors.ts';

/** Design tokens resolved to `#rrggbb` for the current theme. */
export interface ChartTheme extends Palette {
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly accent: string;
  readonly font: string;
}

const seriesTokens = Array.from({ length: paletteSize }, (_, index) => `--chart-${(index + 1).toString()}`);

export function readTheme(element: HTMLElement): ChartTheme {
  // Tokens are pairs of colors, resolved only when used.
  const probe = document.createElement('span');
  probe.hidden = true;
  // A contrast theme would give all series one color.
  probe.style.forcedColorAdjust = 'none';
  element.append(probe);
  const style = getComputedStyle(probe);
  const color = (token: string): string => {
    probe.style.color = `var(${token})`;
    return hexOf(style.color);
  };
  const theme = {
    surface: color('--surface'),
    text: color('--text'),
    muted: color('--text-muted'),
    faint: color('--text-faint'),
    line: color('--line'),
    lineStrong: color('--line-strong'),
    accent: color('--accent'),
    series: seriesTokens.map(color),
    other: color('--chart-other'),
    font: style.fontFamily,
  };
  probe.remove();
  return theme;
}

/** Listens to the system and the settings. */
export function onThemeChange(changed: () => void): () => void {
  const system = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const media of system) media.addEventListener('change', changed);
  const setting = new MutationObserver(changed);
  setting.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'class', 'style'],
  });
  return () => {
    for (const media of system) media.removeEventListener('change', changed);
    setting.disconnect();
  };
}

function hexOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

export type ChartOptions = NonNullable<ChartConfiguration['options']>;

/** The window draws legends and tooltips itself. */
export function plainOptions(theme: ChartTheme): ChartOptions {
  return {
    responsive: false,
    animation: false,
    events: ['mousemove', 'mouseout', 'click'],
    font: { family: theme.font, size: 12 },
    plugins: { legend: { display: false }, tooltip: { enabled: false } },
  };
}

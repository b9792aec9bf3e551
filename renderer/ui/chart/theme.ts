import type { Palette } from './color.ts';
import { paletteSize } from './entityColors.ts';

/** The design tokens as a canvas can take them: colors resolved for the theme in use. */
export interface ChartTheme extends Palette {
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly accent: string;
  readonly font: string;
}

const seriesTokens = Array.from({ length: paletteSize }, (_, place) => `--chart-${(place + 1).toString()}`);

/** Reads the tokens where `element` stands. */
export function readTheme(element: HTMLElement): ChartTheme {
  // A token holds both themes; only a property that uses it knows which one holds.
  const probe = document.createElement('span');
  probe.hidden = true;
  // A contrast theme would give one color to all series.
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

/** Calls back when the theme may have changed: the system's, or that of the settings. Returns how to stop. */
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

/** `rgb(61, 68, 191)` as `#3d44bf`. */
function hexOf(color: string): string {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

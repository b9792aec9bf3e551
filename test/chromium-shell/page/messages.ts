/** What a page tells the main process, as the codec's arrays. */
export type FromPage =
  | readonly ['invoke', callId: string, channel: string, args: unknown[]]
  | readonly ['send', channel: string, args: unknown[]]
  | readonly ['dark', dark: boolean]
  | readonly ['bounds', bounds: { x: number; y: number; width: number; height: number }];

/** What the main process tells a page. */
export type ToPage =
  | readonly ['result', callId: string, value: unknown]
  | readonly ['error', callId: string, message: string]
  | readonly ['event', channel: string, args: unknown[]];

/**
 * The world of the preload: a global scope of its own in the same document, whose objects the page's scripts cannot reach.
 * Electron's has this name too: `shell/renderer/electron_render_frame_observer.cc`.
 */
export const isolatedWorld = 'Electron Isolated Context';
/** The binding that Chromium puts on the global object of that world. */
export const bindingName = 'chromiumShellBinding';
/** The function in that world through which the main process reaches the page. */
export const receiverName = 'chromiumShellReceive';

/** A message of a page, or undefined for what is none: whoever has broken into the page's process may send anything. */
export function parseFromPage(value: unknown): FromPage | undefined {
  if (!Array.isArray(value)) return undefined;
  const [kind, first, second, third] = value as unknown[];
  switch (kind) {
    case 'invoke':
      return typeof first === 'string' && typeof second === 'string' && Array.isArray(third)
        ? [kind, first, second, third]
        : undefined;
    case 'send':
      return typeof first === 'string' && Array.isArray(second) ? [kind, first, second] : undefined;
    case 'dark':
      return typeof first === 'boolean' ? [kind, first] : undefined;
    case 'bounds': {
      const { x, y, width, height } = { ...(first as Record<string, unknown>) };
      return isNumber(x) && isNumber(y) && isNumber(width) && isNumber(height)
        ? [kind, { x, y, width, height }]
        : undefined;
    }
    default:
      return undefined;
  }
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

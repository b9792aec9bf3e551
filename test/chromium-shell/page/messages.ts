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

/** The binding that Chromium puts on `globalThis`; taken off again before any script of the page runs. */
export const bindingName = 'chromiumShellBinding';
/** The function on `globalThis`, not enumerable, through which the main process reaches the page. */
export const receiverName = 'chromiumShellReceive';

/** Dollars of the first figure in a text: `$3.62B`, `$3,617,002,113.40`. */
export function dollars(text: string): number {
  const [, figure = '', scale = ''] = /\$([\d.,]+)([KMB]?)/.exec(text) ?? [];
  return Number(figure.replaceAll(',', '')) * ({ K: 1e3, M: 1e6, B: 1e9 }[scale] ?? 1);
}

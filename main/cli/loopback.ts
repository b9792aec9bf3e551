const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Has a proxy that Node takes from the environment (`NODE_USE_ENV_PROXY`) left out for this computer itself: what is sent to a service here, such as
 * the sample data, concerns nobody elsewhere. Rule: Node.js, "Built-in proxy support"; of the two names the one in small letters counts.
 */
export function keepLoopbackDirect(): void {
  const name = process.env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy';
  process.env[name] = [process.env[name], ...loopback].filter(Boolean).join(',');
}

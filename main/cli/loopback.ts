const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Bypasses the proxy of `NODE_USE_ENV_PROXY` for local services, such as the sample data. Rule: Node.js,
 * "Built-in proxy support"; the lower-case variable wins.
 */
export function keepLoopbackDirect(): void {
  const name = process.env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy';
  process.env[name] = [process.env[name], ...loopback].filter(Boolean).join(',');
}

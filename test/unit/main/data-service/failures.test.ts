import { expect, it } from 'vitest';
import { failureOfStatus, unreachable } from '../../../../main/data-service/failures.ts';

const messageOf = (error: string): string =>
  unreachable(new Error(`net::${error}`), '/v4/assets', 'key').message;

// Rule: Chromium's `net_error_list.h`.
it.each([
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_PROXY_CERTIFICATE_INVALID',
  'ERR_MANDATORY_PROXY_CONFIGURATION_FAILED',
  'ERR_NO_SUPPORTED_PROXIES',
  'ERR_UNEXPECTED_PROXY_AUTH',
  'ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT',
  'ERR_TUNNEL_CONNECTION_FAILED',
  'ERR_SOCKS_CONNECTION_FAILED',
  // Node, of a proxy that refuses a tunnel.
  'Proxy response (407) !== 200 when HTTP Tunneling',
])('%s names the proxy', (error) => {
  expect(messageOf(error)).toContain('Check “Proxy” in the settings');
});

it('any other error of the network is not', () => {
  expect(messageOf('ERR_CONNECTION_REFUSED')).toContain('Check the network connection');
});

it.each([
  [undefined, 'unreachable'],
  ['Invalid API key.', 'key-rejected'],
])('a refusal with the words %s of the service is %s', (message, code) => {
  for (const status of [401, 403]) {
    const answer = { status, message, request: '/v4/assets', retryAt: null };
    expect(failureOfStatus(answer).code).toBe(code);
  }
});

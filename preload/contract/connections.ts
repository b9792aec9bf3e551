import { z } from 'zod';

export const defaultBaseUrl = 'https://api.rwa.xyz';

export const sampleConnectionId = 'sample';

/** A connection without its key, which stays in main. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** The sample connection has a new port at each start. */
  readonly baseUrl: string;
  readonly sample: boolean;
}

/** The window never gets more of a key. */
export interface KeyStatus {
  readonly present: boolean;
  /** `session`: no keychain is available; the key is lost on exit. */
  readonly where: 'keychain' | 'session' | 'built-in' | null;
  readonly lastFour: string | null;
  readonly keychainProblem?: string | undefined;
}

const baseUrlParts = /^(?:(https?):\/\/)?(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?(\/[^?#\s]*)?$/i;

/**
 * Accepts https anywhere and http on loopback; no user name, query or fragment. Adds a missing scheme: http
 * on loopback, else https. Drops a trailing slash and `/v4`.
 */
export const baseUrlSchema = z
  .string()
  .trim()
  .max(500)
  .transform((text, context) => {
    const [, typedScheme, host = '', port = '', path = ''] = baseUrlParts.exec(text) ?? [];
    // A single word is no address.
    if (host === '' || (typedScheme === undefined && !/[.:]/.test(host + port))) {
      context.addIssue({
        code: 'custom',
        message: 'Enter a full address, for example https://api.example.com.',
      });
      return z.NEVER;
    }
    const scheme = typedScheme?.toLowerCase() ?? (isLoopback(host) ? 'http' : 'https');
    if (scheme === 'http' && !isLoopback(host)) {
      context.addIssue({
        code: 'custom',
        message: 'The address must begin with https://. Plain http is allowed for this computer only.',
      });
      return z.NEVER;
    }
    const prefix = path.replace(/\/+$/, '').replace(/\/v4$/i, '');
    return `${scheme}://${host.toLowerCase()}${port}${prefix}`;
  });

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Visible ASCII, as a header requires (RFC 9110, 5.6.2 and 11.6.2). */
export const apiKeySchema = z
  .string()
  .trim()
  .min(1, 'Paste an API key.')
  .max(4096, 'This is too long for an API key.')
  .regex(
    /^[\x21-\x7e]+$/,
    'An API key has no spaces or special characters. Copy it again from the account page.',
  );

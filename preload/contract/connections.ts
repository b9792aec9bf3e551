import { z } from 'zod';

/** The connection that is there from the first start: the sample data service inside the app. */
export const sampleConnectionId = 'sample';

/** A connection as the window sees it. The key itself stays in main. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  /** Scheme, host and optional path prefix; the sample connection has a new port at each start. */
  readonly baseUrl: string;
  readonly sample: boolean;
}

/** All that is shown of a key: that it is there, where, and its last four characters. */
export interface KeyStatus {
  readonly present: boolean;
  /** `session`: no keychain answered, the key is forgotten when the app closes. */
  readonly where: 'keychain' | 'session' | 'built-in' | null;
  readonly lastFour: string | null;
  /** Why the keychain is not used, in one sentence, where it is not. */
  readonly keychainProblem?: string | undefined;
}

const baseUrlParts = /^(?:(https?):\/\/)?(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?(\/[^?#\s]*)?$/i;

/**
 * A base URL that the app may talk to: https anywhere, plain http on loopback only, no user name, query or fragment. Without a scheme it
 * gets the one that its host may have. The result has neither a trailing slash nor the version `/v4`, which every request adds.
 */
export const baseUrlSchema = z
  .string()
  .trim()
  .max(500)
  .transform((text, context) => {
    const [, typedScheme, host = '', port = '', path = ''] = baseUrlParts.exec(text) ?? [];
    // One word without a scheme is no address yet.
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

/** True for names that always mean this computer. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** An API key as pasted: visible ASCII, so that it can stand in a header (RFC 9110, 5.6.2 and 11.6.2). */
export const apiKeySchema = z
  .string()
  .trim()
  .min(1, 'Paste an API key.')
  .max(4096, 'This is too long for an API key.')
  .regex(
    /^[\x21-\x7e]+$/,
    'An API key has no spaces or special characters. Copy it again from the account page.',
  );

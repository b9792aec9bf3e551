import { z } from 'zod';

const addressParts = /^(?:(https?|socks5):\/\/)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?\/?$/i;

/** `http` by default. User names and passwords are rejected: settings are a plain file. */
export const proxyAddressSchema = z
  .string()
  .trim()
  .max(500, 'Enter at most 500 characters.')
  .transform((text, context) => {
    const [, scheme = 'http', host = '', port] = addressParts.exec(text) ?? [];
    // The URL parser validates host and port, but accepts port 0.
    if (Number(port ?? 80) !== 0 && z.url().safeParse(`http://${host}:${port ?? '80'}`).success)
      return `${scheme}://${host}${port === undefined ? '' : `:${port}`}`.toLowerCase();
    context.addIssue({
      code: 'custom',
      message: text.includes('@')
        ? 'Leave out the user name and password, since this address is stored in a plain file. Enter them below: they are stored in the keychain.'
        : 'Enter the address of the proxy, for example http://proxy.example.com:8080. It begins with http, https or socks5.',
    });
    return z.NEVER;
  });

/** Comma-separated hosts without a proxy, such as `data.example.com`, `*.example.com` or `10.0.0.7:8443`. */
export const proxyBypassSchema = z
  .string()
  .max(2000, 'Enter at most 2,000 characters.')
  .transform((text, context) => {
    const hosts = text.split(/[\s,;]+/).filter((host) => host !== '');
    const wrong = hosts.find((host) => !/^(\*?[a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host));
    if (wrong === undefined) return hosts.join(', ').toLowerCase();
    context.addIssue({
      code: 'custom',
      message: `“${wrong}” is not a host. Enter hosts such as data.example.com or *.example.com, with commas between them.`,
    });
    return z.NEVER;
  });

/** `address` and `bypass` apply to the mode `address` only. */
export const proxySchema = z.strictObject({
  mode: z.enum(['system', 'none', 'address']),
  address: z.union([z.literal(''), proxyAddressSchema]),
  bypass: proxyBypassSchema,
});

export type Proxy = z.infer<typeof proxySchema>;

export function proxyOf(address: string): string {
  const [, scheme = 'http', host = '', port = defaultPorts[scheme] ?? ''] = addressParts.exec(address) ?? [];
  return `${host}:${port}`;
}

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443', socks5: '1080' };

/** Stored in the keychain, never in the settings. */
export const proxyLoginSchema = z.strictObject({
  user: z.string().min(1).max(500),
  password: z.string().max(500),
});

export const noSocksLogin =
  'A SOCKS5 proxy gets no user name and password from this app. Use an http or https proxy if yours requires them.';

export type ProxyLogin = z.infer<typeof proxyLoginSchema>;

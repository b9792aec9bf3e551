import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a port that a server can use again after a restart. It is below the dynamic ports, which the system
 * soon gives to other connections: from 32768 on Linux, from 49152 elsewhere (RFC 6335).
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

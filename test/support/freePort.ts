import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port for a server that is started there again and again. Not one that the system gives: it soon gives it to a connection of somebody
 * else. Those begin at 32768 on Linux and at 49152 elsewhere (RFC 6335).
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

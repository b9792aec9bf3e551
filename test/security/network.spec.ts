import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../e2e/fixtures/app.ts';

/** A page that was taken over, and tries every way of a browser to tell somebody something. */

interface Listener {
  readonly udpPort: number;
  readonly tcpPort: number;
  /** What arrived, as text, each with the way it took. */
  readonly arrived: readonly string[];
  close(): void;
}

/** Somebody on this computer who waits for what the page tells: datagrams, and connections whether or not they say a word. */
async function listenToPage(): Promise<Listener> {
  const arrived: string[] = [];
  const udp = dgram.createSocket('udp4');
  udp.on('message', (message) => arrived.push(`udp ${message.toString('latin1')}`));
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const tcp = net.createServer((socket) => {
    arrived.push('tcp connected');
    socket.on('data', (data) => arrived.push(`tcp ${data.toString('latin1')}`));
    socket.on('error', () => undefined);
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  return {
    udpPort: udp.address().port,
    tcpPort: (tcp.address() as AddressInfo).port,
    arrived,
    close: () => {
      udp.close();
      tcp.close();
    },
  };
}

test.use({ begin: 'welcome', mayComplain: [/Content Security Policy|rel=modulepreload/] });

test('a page tells nobody anything by WebRTC, whatever the address', async ({ app }) => {
  const listener = await listenToPage();
  const { udpPort, tcpPort } = listener;
  const states = await app.window.evaluate(
    async (ports) => {
      const addresses = [
        `stun:127.0.0.1:${ports.udp.toString()}`,
        `turn:127.0.0.1:${ports.udp.toString()}?transport=udp`,
        `turn:127.0.0.1:${ports.tcp.toString()}?transport=tcp`,
        `turns:127.0.0.1:${ports.tcp.toString()}?transport=tcp`,
      ];
      return Promise.all(
        addresses.map(async (urls) => {
          try {
            const connection = new RTCPeerConnection({
              iceServers: [{ urls, username: 'figures-of-the-user', credential: 'x' }],
            });
            connection.createDataChannel('x');
            const gathered = new Promise<string>((resolve) => {
              connection.onicegatheringstatechange = () => {
                if (connection.iceGatheringState === 'complete') resolve('complete');
              };
              // Gathering goes on for as long as a server does not answer; one datagram or connection would be there by then.
              setTimeout(resolve, 5000, 'still gathering');
            });
            await connection.setLocalDescription(await connection.createOffer());
            const state = await gathered;
            connection.close();
            return state;
          } catch (error) {
            return error instanceof Error ? error.name : 'error';
          }
        }),
      );
    },
    { udp: udpPort, tcp: tcpPort },
  );
  listener.close();
  expect(listener.arrived, states.join()).toEqual([]);
});

test('a page tells nobody anything by requests, sockets, pictures, frames, hints and beacons', async ({
  app,
}) => {
  const listener = await listenToPage();
  await app.window.evaluate(async (port) => {
    const host = `127.0.0.1:${port.toString()}`;
    const tries: (() => unknown)[] = [
      () => fetch(`http://${host}/fetch`, { mode: 'no-cors' }),
      () => fetch(`https://${host}/fetch`, { mode: 'no-cors', keepalive: true }),
      () => new WebSocket(`ws://${host}/socket`),
      () => new EventSource(`http://${host}/events`),
      () => navigator.sendBeacon(`http://${host}/beacon`, 'x'),
      () => new Image().setAttribute('src', `http://${host}/image`),
      () => new WebTransport(`https://${host}/transport`),
      () => window.open(`http://${host}/window`),
      () => {
        const request = new XMLHttpRequest();
        request.open('POST', `http://${host}/xhr`);
        request.send('x');
      },
      ...[
        'preconnect',
        'dns-prefetch',
        'prefetch',
        'preload',
        'prerender',
        'modulepreload',
        'stylesheet',
        'icon',
        'manifest',
      ].map((rel) => () => {
        const link = document.createElement('link');
        link.rel = rel;
        link.as = 'fetch';
        link.href = `http://${host}/${rel}`;
        document.head.append(link);
      }),
      ...['iframe', 'embed', 'video', 'audio', 'object', 'script'].map((name) => () => {
        const element = document.createElement(name);
        element.setAttribute(name === 'object' ? 'data' : 'src', `http://${host}/${name}`);
        document.body.append(element);
      }),
      () => {
        const style = document.createElement('div');
        style.style.backgroundImage = `url(http://${host}/style)`;
        document.body.append(style);
      },
      () => {
        const rules = document.createElement('script');
        rules.type = 'speculationrules';
        rules.textContent = JSON.stringify({ prefetch: [{ urls: [`http://${host}/speculation`] }] });
        document.head.append(rules);
      },
    ];
    for (const attempt of tries) {
      try {
        await Promise.race([attempt(), new Promise((resolve) => setTimeout(resolve, 100))]);
      } catch {
        // Refused, which is right.
      }
    }
    // What was begun connects within these.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }, listener.tcpPort);
  listener.close();
  expect(listener.arrived).toEqual([]);
});

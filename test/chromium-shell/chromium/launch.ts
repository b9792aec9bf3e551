import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { findChromium } from './find.mjs';
import { ProtocolConnection } from './protocol.ts';

export interface LaunchOptions {
  /** Chromium's own folder: nothing else may use it at the same time. */
  profileFolder: string;
  headless: boolean;
  /** Loopback only, which is Chromium's default. 0 takes a free one; Chromium says which on stderr. */
  debuggingPort: number | undefined;
  /** The file into which Chromium writes what its network does. */
  netLog: string | undefined;
  /** What V8 is told in the processes of the pages, as in `--js-flags`. */
  jsFlags: string | undefined;
  /** The only origin that pages reach. */
  origin: string;
  /** Where its server listens. Requests for any other origin are handed to it as to a proxy, which refuses them. */
  address: string;
  /** The page of the first window. */
  firstPath: string;
}

export interface Chromium {
  connection: ProtocolConnection;
  /** Resolves when the process and those that it has started are gone. */
  ended: Promise<void>;
  /** Asks Chromium to end, kills it after 20 s, and resolves when it is gone. */
  end(): Promise<void>;
}

/** Nobody listens there: a port that only the system itself may use. */
const deadEnd = 'http://127.0.0.1:1';

const quietFlags = [
  // What Chromium still wants of its makers with all of the others: who is signed in, and newer components.
  `--gaia-url=${deadEnd}`,
  `--component-updater=url-source=${deadEnd}/components`,
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  // What would contact hosts, or be drawn for an address bar that nobody sees, at half a second of processor time for each window; and
  // the process that waits for a page of another site, which no window opens.
  '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,NetworkTimeServiceQuerying,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--hide-crash-restore-bubble',
  '--no-default-browser-check',
  '--no-first-run',
  // The page's permission requests are denied, and the profile's secrets do not go to the user's keychain.
  '--deny-permission-prompts',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Starts Chromium and resolves once it answers. */
export async function launchChromium(options: LaunchOptions): Promise<Chromium> {
  const executable = findChromium();
  if (executable === undefined) {
    throw new Error(
      'No Chromium was found. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its program, and start again.',
    );
  }
  mkdirSync(options.profileFolder, { recursive: true });
  const child = spawn(executable, flags(options), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // In a process group of its own: Ctrl+C reaches the app, which then ends Chromium in good order.
    detached: process.platform !== 'win32',
  });
  const lastWords = readLastWords(child);
  const [input, output] = [child.stdio[3], child.stdio[4]];
  if (!(input instanceof Writable) || !(output instanceof Readable))
    throw new Error('Chromium has no pipes.');
  const connection = new ProtocolConnection(input, output);

  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      connection.end();
      // The processes that it has started may still write into its profile. Its streams close when the last of them ends.
      void Promise.race([once(child, 'close'), setTimeout(2000, undefined, { ref: false })]).then(() => {
        resolve();
      });
    });
    child.once('error', () => {
      connection.end();
      resolve();
    });
  });
  try {
    await connection.browser.send('Browser.getVersion');
  } catch {
    throw new Error(`Chromium (${executable}) ended at once. Its last words:\n${lastWords.join('\n')}`);
  }
  return {
    connection,
    ended,
    async end() {
      connection.browser.tell('Browser.close');
      const timer = setInterval(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearInterval(timer);
    },
  };
}

function flags(options: LaunchOptions): string[] {
  const root = process.platform === 'linux' && process.getuid?.() === 0;
  const { host } = new URL(options.origin);
  return [
    ...quietFlags,
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profileFolder}`,
    // As large as the app's window.
    ...(options.headless ? ['--headless', '--screen-info={1440x900}'] : []),
    ...(options.debuggingPort === undefined
      ? []
      : [`--remote-debugging-port=${String(options.debuggingPort)}`]),
    ...(options.netLog === undefined ? [] : [`--log-net-log=${options.netLog}`]),
    ...(options.jsFlags === undefined ? [] : [`--js-flags=${options.jsFlags}`]),
    // Chromium's sandbox refuses to run as root; the second switch keeps it from saying so in the window.
    ...(root ? ['--no-sandbox', '--test-type'] : []),
    `--proxy-server=http://${options.address}`,
    `--proxy-bypass-list=<-loopback>;${host}`,
    // WebRTC goes the same way, and sends no datagram; Chrome and headless Chromium know the switch by different names.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    // No name is looked up either, for whatever Chromium itself would like to ask of its makers.
    `--host-resolver-rules=MAP ${host}:80 ${options.address}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    `--app=${options.origin}${options.firstPath}`,
  ];
}

/** Passes on where the debugging port listens, and keeps the rest for the case that Chromium does not start. */
function readLastWords(child: ChildProcess): string[] {
  const words: string[] = [];
  if (child.stderr === null) return words;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`);
    words.push(line);
    words.splice(0, words.length - 20);
  });
  return words;
}

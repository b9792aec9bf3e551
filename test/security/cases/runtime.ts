import type { SecurityCase } from '../securityCase.ts';

/** The runtime below the app: Electron, or the Chromium shell on computers without Electron's runtime. */
export const runtimeCases: readonly SecurityCase[] = [
  {
    id: '8-developer-tools',
    attacker: 'accident',
    attack: 'a user who is talked into pasting code into the developer tools',
    defence: 'the installed app has none unless it is started with --developer-tools',
    tests: [
      {
        file: 'test/unit/main/electron/menu.test.ts',
        title: '%s: the menu has developer tools only where they are allowed',
      },
    ],
  },
  {
    id: 'idle-errands-of-chromium',
    attacker: 'accident',
    attack: 'Chromium contacts its maker for dictionaries, components or the time',
    defence: 'sessions without a spell checker, a window without a network; a test watches an idle minute',
    tests: [{ file: 'test/e2e/idle.spec.ts', title: 'a minute of nothing names no host' }],
  },
  {
    id: '7-webrtc-leaves-the-page',
    attacker: 'page',
    attack: 'sends figures to STUN and TURN servers, by datagrams and connections',
    defence: 'WebRTC sends no datagram and connects through a proxy that refuses every connection',
    tests: [
      {
        file: 'test/security/network.spec.ts',
        title: 'a page tells nobody anything by WebRTC, whatever the address',
      },
    ],
  },
  {
    id: '7-requests-leave-the-page',
    attacker: 'page',
    attack: 'sends figures by requests, sockets, images, frames, hints and beacons',
    defence: 'the policy, and a network that is closed but for the app’s own protocol',
    tests: [
      {
        file: 'test/security/network.spec.ts',
        title: 'a page tells nobody anything by requests, sockets, pictures, frames, hints and beacons',
      },
    ],
  },
  {
    id: '10-page-text-as-code',
    attacker: 'page',
    attack: 'replaces built-in objects so that what it passes becomes code in main',
    defence: 'the preload runs in a world of its own; main decodes a message into a fixed list of types',
    tests: [
      { file: 'test/security/shell.spec.ts', title: 'text of the page never becomes code in main' },
      { file: 'test/unit/chromium-shell/codec.test.ts', title: 'makes nothing of a text that says %s' },
    ],
  },
  {
    id: '10-page-below-the-bridge',
    attacker: 'page',
    attack: 'reaches below the bridge to read messages or forge answers and events of main',
    defence: 'the two worlds communicate over a node that no script of the page can reach',
    tests: [
      {
        file: 'test/security/shell.spec.ts',
        title: 'a page cannot see, read along with or answer for what lies below its bridge',
      },
      {
        file: 'test/security/shell.spec.ts',
        title: 'a page that forges an answer or an event of main reaches nobody',
      },
    ],
  },
  {
    id: '11-page-answers-dialogs',
    attacker: 'page',
    attack: 'answers the app’s dialogs itself to write files and open links',
    defence: 'dialogs open in windows of another profile; without a display they are canceled',
    tests: [
      {
        file: 'test/security/dialogs.test.ts',
        title:
          'a page answers none of the app’s questions: it writes no file, opens no link, agrees to nothing',
      },
      {
        file: 'test/unit/chromium-shell/dialog.test.ts',
        title: 'is canceled if there is no way to ask the user',
      },
    ],
  },
  {
    id: '12-silent-no-sandbox',
    attacker: 'accident',
    attack: 'the app is started as root, where Chromium has no sandbox, and nobody notices',
    defence: 'the first line says so, and why',
    tests: [
      {
        file: 'test/security/root.spec.ts',
        title: 'as root the first line of a start says that Chromium runs without its sandbox, and why',
      },
    ],
  },
];

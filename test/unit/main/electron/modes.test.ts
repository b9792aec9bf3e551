import { describe, expect, it, vi } from 'vitest';
import { addSwitches, readStart } from '../../../../main/electron/modes.ts';

const switches = vi.hoisted(() => new Map([['js-flags', '--max-old-space-size=100']]));

vi.mock('electron', () => ({
  app: {
    isPackaged: true,
    commandLine: {
      getSwitchValue: (name: string) => switches.get(name) ?? '',
      appendSwitch: (name: string, value: string) => switches.set(name, value),
    },
  },
}));

const headless = ['--ozone-platform=headless', '--disable-gpu', '--log-level=3'];
const packed = { platform: 'linux', versions: { electron: '45.4.1' }, isPackaged: true } as const;
const bare = { ...packed, isPackaged: false } as const;
const program = '/opt/RWA Explorer/rwa-explorer';

describe('how the program starts', () => {
  it.each([
    [packed, []],
    [packed, ['--no-sandbox']],
    [bare, ['/home/me/project']],
    // As root, and as `npm start` does.
    [bare, ['--no-sandbox', '/home/me/project']],
    [bare, ['/home/me/project', '--user-data-dir=/tmp/data']],
  ] as const)('a command is run again without a display, and is one then: %o after %o', (kind, before) => {
    const first = readStart({ ...kind, argv: [program, ...before, 'query', 'assets', '--all'] });
    if (first.mode !== 'again') throw new Error(first.mode);
    for (const one of headless) expect(first.args.filter((arg) => arg === one)).toHaveLength(1);
    expect(readStart({ ...kind, argv: [program, ...first.args] })).toEqual({
      mode: 'command',
      command: ['query', 'assets', '--all'],
    });
    // Electron finds the app where it was.
    const folderOf = (args: readonly string[]): string | undefined =>
      args.find((arg) => !arg.startsWith('-'));
    if (!kind.isPackaged) expect(folderOf(first.args)).toBe(folderOf(before));
  });

  it.each<[string, Partial<Parameters<typeof readStart>[0]>]>([
    ['a display of its choice', { argv: [program, 'query', 'assets', '--ozone-platform=x11'] }],
    ['another system', { platform: 'win32' }],
    ['a Node', { versions: { node: '24' } }],
  ])('a command runs as it is with %s', (_what, other) => {
    const argv = [program, 'query', 'assets'];
    expect(readStart({ ...packed, argv, ...other })).toMatchObject({ mode: 'command' });
  });

  it.each([
    [packed, []],
    [packed, ['--safe-mode']],
    [packed, ['rwa-explorer://v1/browse']],
    [packed, ['/home/me/mine.rwaq']],
    [bare, ['project']],
    [bare, ['--no-sandbox', '/home/me/project', '--headless']],
  ] as const)('the window opens: %o %o', (kind, args) => {
    expect(readStart({ ...kind, argv: [program, ...args] })).toEqual({ mode: 'window' });
  });

  it('a command after `--`, as the launcher on Windows passes it, is one', () => {
    const argv = [program, '--', 'record', 'assets', '1', '--base-url', 'https://example.com'];
    expect(readStart({ ...packed, platform: 'win32', argv })).toEqual({
      mode: 'command',
      command: argv.slice(2),
    });
  });
});

it('Chromium is told to look up nothing ahead; flags that are given come last, and count', () => {
  addSwitches('window');
  expect(switches.get('blink-settings')).toBe('dnsPrefetchingEnabled=false');
  expect(switches.get('js-flags')).toMatch(/^--max-semi-space-size=8 .* --max-old-space-size=100$/);
});

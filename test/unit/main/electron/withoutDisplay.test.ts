import { expect, it, vi } from 'vitest';
import { commandAmong } from '../../../../main/cli/commandAmong.ts';
import { argumentsWithoutDisplay } from '../../../../main/electron/withoutDisplay.ts';

vi.mock('electron', () => ({ app: {} }));

const argv = ['/opt/RWA Explorer/rwa-explorer', 'query', 'assets'];
const packed = { platform: 'linux', argv, versions: { electron: '45.4.1' } } as const;

it('a command runs without a display by switches that were there from the beginning, which leave it a command', () => {
  const args = argumentsWithoutDisplay(packed);
  expect(args).toEqual(['--ozone-platform=headless', '--disable-gpu', '--log-level=3', 'query', 'assets']);
  expect(commandAmong(args ?? [])).toEqual(['query', 'assets']);
  expect(argumentsWithoutDisplay({ ...packed, argv: [argv[0] ?? '', ...(args ?? [])] })).toBeNull();
});

const others: [string, Partial<Parameters<typeof argumentsWithoutDisplay>[0]>][] = [
  ['a display of its choice', { argv: [...argv, '--ozone-platform=x11'] }],
  ['another system', { platform: 'win32' }],
  ['a Node', { versions: { node: '24' } }],
];
it.each(others)('it runs as it is with %s', (_what, other) => {
  expect(argumentsWithoutDisplay({ ...packed, ...other })).toBeNull();
});

it('a command after `--`, as the launcher on Windows passes it, is one', () => {
  expect(commandAmong(['--', 'record', 'assets', '1', '--base-url', 'https://example.com'])).toEqual([
    'record',
    'assets',
    '1',
    '--base-url',
    'https://example.com',
  ]);
});

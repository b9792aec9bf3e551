import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { typeErrors } from '../../chromium-shell/typecheck/check.ts';

/** The type check that `npm run types` makes of `main` and `preload`, seen at work on a few lines of code. */

const known = "import { app } from 'electron';\nexport const name: string = app.getName();\n";

const lacking: readonly (readonly [what: string, code: string, named: string])[] = [
  ['member', "import { app } from 'electron';\napp.setJumpList(null);\n", 'setJumpList'],
  ['module', "import { TouchBar } from 'electron';\nexport const bar = new TouchBar({});\n", 'TouchBar'],
  [
    'event',
    "import { app } from 'electron';\napp.on('gpu-info-update', () => undefined);\n",
    'gpu-info-update',
  ],
  [
    'option',
    "import { BrowserWindow } from 'electron';\nexport const window = new BrowserWindow({ kiosk: true });\n",
    'kiosk',
  ],
  [
    'menu entry',
    "import { Menu } from 'electron';\nMenu.buildFromTemplate([{ sublabel: 'more' }]);\n",
    'sublabel',
  ],
];

describe('the types of the shell', () => {
  const errors = new Map<string, string[]>();

  beforeAll(() => {
    const examples = Object.fromEntries(lacking.map(([what, code]) => [`${what}.ts`, code]));
    for (const { file, messageText } of typeErrors({ ...examples, 'known.ts': known })) {
      const name = path.basename(file?.fileName ?? '', '.ts');
      errors.set(name, [...(errors.get(name) ?? []), ts.flattenDiagnosticMessageText(messageText, '\n')]);
    }
    // All types of Electron and Node are read for it, beside other tests.
  }, 60_000);

  it('accept what the shell has', () => {
    expect(errors.get('known')).toBeUndefined();
  });

  it.each(lacking)('refuse a %s that Electron has and the shell lacks', (what, _code, named) => {
    expect(errors.get(what)).toEqual([expect.stringContaining(named)]);
  });
});

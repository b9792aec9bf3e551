import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Control } from './control.ts';
import { ElectronObject, electronName } from './lacking.ts';

/** `shell`: the user's browser and file manager. A test that started the shell is told instead. */
export class Shell
  extends ElectronObject
  implements Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'>
{
  readonly [electronName] = 'electron.shell';
  private readonly control: Control;

  constructor(control: Control) {
    super();
    this.control = control;
  }

  async openExternal(url: string): Promise<void> {
    if (this.control.connected) this.control.report('shell.openExternal', url);
    else await open(url);
  }

  showItemInFolder(fullPath: string): void {
    if (this.control.connected) this.control.report('shell.showItemInFolder', fullPath);
    else open(path.dirname(fullPath)).catch(() => undefined);
  }
}

/** Hands an address or a folder to the program that the system has for it. */
async function open(target: string): Promise<void> {
  const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' };
  const program = programs[process.platform] ?? 'xdg-open';
  const child = spawn(program, [target], { stdio: 'ignore', detached: true });
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', () => {
      reject(new Error(`The system has no program to open ${target}`));
    });
  });
  child.unref();
}

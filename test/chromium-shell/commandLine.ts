import { ElectronObject, electronName } from './lacking.ts';

type CommandLineMembers = Pick<Electron.CommandLine, 'appendSwitch' | 'getSwitchValue' | 'hasSwitch'>;

/** `app.commandLine`: the switches the app was started with, `--name` or `--name=value`. */
export class CommandLine extends ElectronObject implements CommandLineMembers {
  readonly [electronName] = 'electron.app.commandLine';
  private readonly switches = new Map<string, string>();

  constructor(args: readonly string[]) {
    super();
    for (const arg of args) {
      const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
      if (name !== undefined) this.appendSwitch(name, value);
    }
  }

  appendSwitch(name: string, value = ''): void {
    this.switches.set(name, value);
  }

  /** The value, or '' when the switch is not there or has none. */
  getSwitchValue(name: string): string {
    return this.switches.get(name) ?? '';
  }

  hasSwitch(name: string): boolean {
    return this.switches.has(name);
  }
}

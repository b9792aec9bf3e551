import { ElectronObject, electronName } from './lacking.ts';

type CommandLineMembers = Pick<
  Electron.CommandLine,
  'appendArgument' | 'appendSwitch' | 'getSwitchValue' | 'hasSwitch'
>;

/** `app.commandLine`: the switches the app was started with, `--name` or `--name=value`. */
export class CommandLine extends ElectronObject implements CommandLineMembers {
  readonly [electronName] = 'electron.app.commandLine';
  private readonly switches = new Map<string, string>();
  private readonly plain: string[] = [];

  constructor(args: readonly string[]) {
    super();
    args.forEach((arg) => {
      this.appendArgument(arg);
    });
  }

  appendArgument(arg: string): void {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(arg);
    if (match === null) this.plain.push(arg);
    else this.appendSwitch(match[1] ?? '', match[2]);
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

import path from 'node:path';

export interface StartOptions {
  /** Absolute; undefined for the app's default folder. */
  userDataFolder: string | undefined;
  /** 0 takes a free port. */
  debuggingPort: number | undefined;
  headless: boolean;
  /** New sample transactions per minute; undefined for none. */
  sampleLive: number | undefined;
  startTimes: boolean;
}

export const usage =
  'Usage: npm start -- [--user-data-dir=DIR] [--remote-debugging-port=N] [--headless] [--sample-live=N] [--start-times]';

/** Parses the arguments of `npm start`, or returns what is wrong with them. */
export function parseStartOptions(args: readonly string[], workingFolder: string): StartOptions | string {
  const options: StartOptions = {
    userDataFolder: undefined,
    debuggingPort: undefined,
    headless: false,
    sampleLive: undefined,
    startTimes: false,
  };
  for (const arg of args) {
    const [, name, value] = /^--([a-z-]+)(?:=(.+))?$/.exec(arg) ?? [];
    if (name === 'headless' && value === undefined) options.headless = true;
    else if (name === 'start-times' && value === undefined) options.startTimes = true;
    else if (name === 'user-data-dir' && value !== undefined)
      options.userDataFolder = path.resolve(workingFolder, value);
    else if (name === 'remote-debugging-port' && isPort(value)) options.debuggingPort = Number(value);
    else if (name === 'sample-live' && isRate(value)) options.sampleLive = Number(value);
    else return `${arg} is not an option. ${usage}`;
  }
  return options;
}

export function toSwitches(options: StartOptions): string[] {
  const { userDataFolder, debuggingPort, headless, sampleLive, startTimes } = options;
  return [
    ...(userDataFolder === undefined ? [] : [`--user-data-dir=${userDataFolder}`]),
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${String(debuggingPort)}`]),
    ...(headless ? ['--headless'] : []),
    ...(sampleLive === undefined ? [] : [`--sample-live=${String(sampleLive)}`]),
    ...(startTimes ? ['--start-times'] : []),
  ];
}

function isRate(value: string | undefined): boolean {
  return value !== undefined && /^\d{1,5}$/.test(value);
}

function isPort(value: string | undefined): boolean {
  return value !== undefined && /^\d{1,5}$/.test(value) && Number(value) < 65_536;
}

/**
 * The command that the packed program was started with, or null where it is to open the window. It cannot run as a plain Node
 * (see `build/package/fuses.ts`), so `rwa-explorer query …` starts the app itself.
 * @param args the arguments after the program
 */
export function commandAmong(args: readonly string[]): string[] | null {
  // Before the command may stand switches of Chromium, such as `--ozone-platform=headless`.
  const first = args.findIndex((arg) => !arg.startsWith('-') || asksForHelp.has(arg));
  const word = args[first];
  return word !== undefined && (asksForHelp.has(word) || plainWord.test(word)) ? args.slice(first) : null;
}

/** Commands are plain words; links have a scheme, and files of saved queries an ending. */
const plainWord = /^[a-z][a-z-]*$/;
const asksForHelp: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

/**
 * Returns the command of the packed program, or null to open the window. The program cannot run as plain Node
 * (`build/package/fuses.ts`), so `rwa-explorer query …` starts the app.
 */
export function commandAmong(args: readonly string[]): string[] | null {
  // Skips switches of Chromium, such as `--ozone-platform=headless`.
  const first = args.findIndex((arg) => !arg.startsWith('-') || asksForHelp.has(arg));
  const word = args[first];
  return word !== undefined && (asksForHelp.has(word) || plainWord.test(word)) ? args.slice(first) : null;
}

/** Unlike links and files of saved queries. */
const plainWord = /^[a-z][a-z-]*$/;
const asksForHelp: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

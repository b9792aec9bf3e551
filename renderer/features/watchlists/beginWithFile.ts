import { ask } from '../../bridge.ts';
import { plural } from '../../format/numbers.ts';
import type { AppState } from '../../shell/app.svelte.ts';
import { labelsOf } from '../../shell/labels/labels.svelte.ts';

const notUtf8 =
  'The file is not UTF-8 text. Open New watchlist and choose Import file, which reads other encodings.';

/** Creates a watchlist of a file's wallets and labels those without a label. Returns a message. */
export async function beginWithFile(app: AppState, file: File): Promise<string> {
  const text = await file.text();
  if (text.includes('\ufffd') || text.includes('\0')) return notUtf8;
  const read = await ask(() => app.bridge.readWallets({ text }));
  if (!read.ok) return read.failure.message;
  const { wallets, labels, errors, errorLines } = read.value;
  const [first] = errors;
  if (wallets.length === 0)
    return first === undefined
      ? `${file.name} has no wallets.`
      : `${file.name} has no wallets. Line ${first.line.toString()}: ${first.message}`;
  const unlabelled = labels.filter(({ address }) => labelsOf(app).ofAddress(address) === undefined);
  const failure = await labelsOf(app).labelAddresses(unlabelled);
  app.navigation.go({ view: 'newWatchlist', begin: { name: file.name.replace(/\.[^.]*$/, ''), wallets } });
  const skipped = errorLines.length > 0 ? ` ${plural(errorLines.length, 'line', 'lines')} skipped.` : '';
  return (
    failure?.message ??
    `${plural(wallets.length, 'wallet', 'wallets')} read from ${file.name}.${skipped} Save the list to watch them.`
  );
}

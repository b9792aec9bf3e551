import { counted } from '../../../../preload/contract/counted.ts';
import type { Filter, Query, Scalar } from '../../../../preload/contract/query.ts';
import {
  findField,
  resources,
  type Field,
  type ResourceName,
} from '../../../../preload/contract/resources.ts';
import {
  walletConditions,
  watchLimits,
  type WatchedWallet,
} from '../../../../preload/contract/watchlists.ts';
import { walletSpellings } from '../../../../preload/contract/walletAddresses.ts';
import { decodeText, readPlainFile } from '../../../platform/system/textFile.ts';
import { readWallets } from './readWallets.ts';
import { withoutInvisible } from '../../../../preload/contract/invisible.ts';
import { errorText, FailureError } from '../../../../preload/contract/failures.ts';
import type { ValueFiles } from '../../../../preload/contract/valueFiles.ts';

interface ValueReader {
  readonly text: (file: string) => Promise<string>;
  readonly say: (sentence: string) => void;
}

const maxFileBytes = 100_000_000;

export const fileReader: ValueReader = {
  async text(file) {
    try {
      return decodeText(await readPlainFile(file, { maxBytes: maxFileBytes })).text;
    } catch (cause) {
      const message = `${file} cannot be read: ${errorText(cause)}.`;
      throw new FailureError({ code: 'file', message }, { cause });
    }
  },
  say: () => undefined,
};

/** Maximum number of values that a cache filters by. */
const most = 20_000;

/** Narrows a query to records with the values in files. Throws a `FailureError` for an invalid value. */
export async function narrowedToFiles(
  resource: ResourceName,
  query: Query,
  { wallets, in: lists }: ValueFiles,
  reader: ValueReader,
): Promise<Query> {
  const filters: Filter[] = query.filter === undefined ? [] : [query.filter];
  if (wallets !== undefined) {
    if (resource !== 'transactions') throw unfit('--wallets is for transactions. Use --in FIELD=FILE.');
    const found = await readAddresses(wallets, reader);
    filters.push({ operator: 'or', filters: inSlices(found, watchLimits.wallets, walletConditions) });
  }
  for (const { field, file } of lists) {
    const type = findField(resources[resource], field)?.type;
    const values =
      type === 'address'
        ? (await readAddresses(file, reader)).flatMap(({ address }) => walletSpellings(address))
        : await readValues(file, type, reader);
    const conditions = inSlices(values, most, (value) => [{ operator: 'in', field, value: [...value] }]);
    filters.push(
      ...(conditions.length === 1 ? conditions : [{ operator: 'or' as const, filters: conditions }]),
    );
  }
  const [only, another] = filters;
  if (only === undefined) return query;
  return { ...query, filter: another === undefined ? only : { operator: 'and', filters } };
}

/** Filters of the cache have limited lists. */
function inSlices<Value>(
  values: readonly Value[],
  size: number,
  conditions: (slice: readonly Value[]) => Filter[],
): Filter[] {
  const filters: Filter[] = [];
  for (let from = 0; from < values.length; from += size)
    filters.push(...conditions(values.slice(from, from + size)));
  return filters;
}

async function readAddresses(file: string, reader: ValueReader): Promise<WatchedWallet[]> {
  const { wallets, errors, repeated } = readWallets(await reader.text(file), Infinity);
  const [first] = errors;
  if (first !== undefined)
    throw unfit(`Line ${first.line.toString()} of ${file} (${first.text}): ${first.message}`);
  sayRead(reader, file, wallets.length, 'wallet', repeated);
  return wallets;
}

/** Ids, numbers and hashes have no spaces: a line may have several, or a JSON list. */
async function readValues(
  file: string,
  type: Field['type'] | undefined,
  reader: ValueReader,
): Promise<Scalar[]> {
  const text = withoutInvisible(await reader.text(file));
  const isNumber = type === 'id' || type === 'integer' || type === 'number';
  const parts = text.split(isNumber || type === 'hash' ? /[\s,;[\]"']+/ : /[\r\n]+/);
  const read = parts.flatMap((part) => {
    const value = part.trim();
    if (value === '') return [];
    return isNumber && String(Number(value)) === value ? Number(value) : value;
  });
  const values = [...new Set(read)];
  sayRead(reader, file, values.length, 'value', read.length - values.length);
  return values;
}

function sayRead({ say }: ValueReader, file: string, count: number, noun: string, repeated: number): void {
  if (count === 0) throw unfit(`${file} has no ${noun}.`);
  if (count > most)
    throw unfit(`${file} has ${counted(count, noun)}, ${most.toLocaleString('en')} at most can be used.`);
  say(`${file}: ${counted(count, noun)}${repeated === 0 ? '' : `, ${counted(repeated, 'repetition')}`}.`);
}

function unfit(message: string): FailureError {
  return new FailureError({ code: 'bad-arguments', message });
}

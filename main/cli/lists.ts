import { counted } from '../../preload/contract/counted.ts';
import type { Filter, Query, Scalar } from '../../preload/contract/query.ts';
import { findField, resources, type Field, type ResourceName } from '../../preload/contract/resources.ts';
import { walletConditions, watchLimits, type Wallet } from '../../preload/contract/watchlists.ts';
import { walletSpellings } from '../../preload/contract/walletAddresses.ts';
import { readWallets } from '../features/watchlists/wallets/readWallets.ts';
import { withoutInvisible } from '../../preload/contract/invisible.ts';
import { UsageError } from './exitCodes.ts';
import { remark } from './output.ts';
import { readInput } from './readInput.ts';
import type { ListOptions } from './options.ts';

/** More values than these are no list that a cache filters by. */
const most = 20_000;

/** The query, narrowed to the values of `--wallets` and `--in`. @throws UsageError where a file cannot be read whole */
export async function withLists(
  resource: ResourceName,
  query: Query,
  { wallets, in: lists }: ListOptions,
): Promise<Query> {
  const filters: Filter[] = query.filter === undefined ? [] : [query.filter];
  if (wallets !== undefined) {
    if (resource !== 'transactions')
      throw new UsageError('--wallets is for transactions. Use --in FIELD=FILE.');
    const found = await readAddresses(wallets);
    filters.push({ operator: 'or', filters: inSlices(found, watchLimits.wallets, walletConditions) });
  }
  for (const { field, file } of lists) {
    const type = findField(resources[resource], field)?.type;
    const values =
      type === 'address'
        ? (await readAddresses(file)).flatMap(({ address }) => walletSpellings(address))
        : await readValues(file, type);
    const conditions = inSlices(values, most, (value) => [{ operator: 'in', field, value: [...value] }]);
    filters.push(
      ...(conditions.length === 1 ? conditions : [{ operator: 'or' as const, filters: conditions }]),
    );
  }
  const [only, another] = filters;
  if (only === undefined) return query;
  return { ...query, filter: another === undefined ? only : { operator: 'and', filters } };
}

/** A cache takes lists of limited length. */
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

/** Addresses in every form that a watchlist takes. */
async function readAddresses(file: string): Promise<Wallet[]> {
  const { wallets, errors, repeated } = readWallets(await readInput(file), Infinity);
  const [first] = errors;
  if (first !== undefined)
    throw new UsageError(`Line ${first.line.toString()} of ${file} (${first.text}): ${first.message}`);
  sayRead(file, wallets.length, 'wallet', repeated);
  return wallets;
}

/** A value a line; of ids, numbers and hashes, which have no spaces, also several, or a list of JSON. */
async function readValues(file: string, type: Field['type'] | undefined): Promise<Scalar[]> {
  const text = withoutInvisible(await readInput(file));
  const isNumber = type === 'id' || type === 'integer' || type === 'number';
  const parts = text.split(isNumber || type === 'hash' ? /[\s,;[\]"']+/ : /[\r\n]+/);
  const read = parts.flatMap((part) => {
    const value = part.trim();
    if (value === '') return [];
    return isNumber && String(Number(value)) === value ? Number(value) : value;
  });
  const values = [...new Set(read)];
  sayRead(file, values.length, 'value', read.length - values.length);
  return values;
}

function sayRead(file: string, count: number, noun: string, repeated: number): void {
  if (count === 0) throw new UsageError(`${file} has no ${noun}.`);
  if (count > most)
    throw new UsageError(
      `${file} has ${counted(count, noun)}, ${most.toLocaleString('en')} at most can be used.`,
    );
  remark(`${file}: ${counted(count, noun)}${repeated === 0 ? '' : `, ${counted(repeated, 'repetition')}`}.`);
}

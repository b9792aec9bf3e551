import type Database from 'better-sqlite3';
import type { MetricMember } from '../../../preload/contract/metric.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { once } from '../../platform/once.ts';
import { encodeRecord } from '../../store/query/records.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import { addAssetFigures, metricObject, neat, type Figures } from './figures.ts';
import { tokenReturns, type Histories, type PricePath } from './histories.ts';
import { assetRecord, recordText, tokenRecord } from './records.ts';
import { tokenFigures } from './tokenFigures.ts';
import { readTransactionBodyKey, transactionRecord } from './transactions.ts';
import { tables } from './tables.ts';
import type { SampleAsset, SampleToken } from './world.ts';

/** Records with metrics. */
type Subject = 'assets' | 'tokens';

/** What is kept: as much as a page needs where a reader looks at it. */
const cacheSizes = { paths: 50, figures: 500 };

/** Columns of computed values that are kept: each takes half a second to compute, and some 500 kB. */
const keptColumns = 16;

/**
 * Makes records when they are requested. Stored they would take hundreds of megabytes, and seconds on each first start; one
 * takes a tenth of a millisecond.
 */
export function makeRecordTexts(histories: () => Histories, odd: boolean) {
  const paths = makeBoundedMap<PricePath>(cacheSizes.paths);
  const figures = makeBoundedMap<Figures>(cacheSizes.figures);
  const columns = makeBoundedMap<Map<number, number | null>>(keptColumns);
  let owners: readonly SampleAsset[] | undefined;

  function pathOf(asset: SampleAsset): PricePath {
    return paths.get(asset.id.toString(), () => histories().pathOf(asset));
  }

  function figuresOf(asset: SampleAsset, token: SampleToken): Figures {
    return figures.get(token.id.toString(), () =>
      tokenFigures(histories().historyOf(asset, token, pathOf(asset))),
    );
  }

  function findAsset(id: number): SampleAsset {
    const asset = histories().world.assets[id - 1];
    if (asset === undefined) throw new Error(`There is no asset ${id.toString()}.`);
    return asset;
  }

  function findToken(id: number): { asset: SampleAsset; token: SampleToken } {
    owners ??= histories().world.assets.flatMap((asset) => asset.tokens.map(() => asset));
    const asset = owners[id - 1];
    const token = asset?.tokens.find((candidate) => candidate.id === id);
    if (asset === undefined || token === undefined) throw new Error(`There is no token ${id.toString()}.`);
    return { asset, token };
  }

  const figuresOfAsset = memoizeLast((id) => {
    const asset = findAsset(id);
    const ofTokens = asset.tokens.map((token) => figuresOf(asset, token));
    return addAssetFigures(ofTokens, odd);
  });
  const figuresOfToken = memoizeLast((id) => {
    const { asset, token } = findToken(id);
    return figuresOf(asset, token);
  });
  const metricOf = (name: Subject, id: number, metric: string) =>
    metricObject(name === 'assets' ? figuresOfAsset(id) : figuresOfToken(id), metric);

  /** What a column holds of a figure: today's value of a metric, or a return. */
  function valueOf(name: Subject, id: number, field: string): number | null {
    if (!field.endsWith('_return_percent')) return metricOf(name, id, field)?.val ?? null;
    const asset = name === 'assets' ? findAsset(id) : findToken(id).asset;
    return tokenReturns(pathOf(asset))[field] ?? null;
  }

  function tokenText(asset: SampleAsset, token: SampleToken): string {
    const parent = histories().parentOf(token.network);
    const record = tokenRecord(asset, token, parent, pathOf(asset), figuresOf(asset, token));
    return recordText(resources.tokens, record);
  }

  function assetText(id: number): string {
    const asset = findAsset(id);
    const tokens = asset.tokens.map((token) => tokenText(asset, token));
    const text = recordText(resources.assets, assetRecord(asset, pathOf(asset), figuresOfAsset(id), []));
    return text.replace(noTokens, () => `"tokens":[${tokens.join(',')}]`);
  }

  /** The figure `circulating_market_value_dollar` of an asset. */
  function headlineValue(asset: SampleAsset): number {
    const path = histories().pathOf(asset);
    const price = path.price?.at(-1) ?? NaN;
    let value = 0;
    for (const token of asset.tokens) {
      const { activity, ledger } = histories().historyOf(asset, token, path);
      value += neat(((ledger.circulating.at(-1) ?? 0) / activity.grainsPerToken) * price);
    }
    return value;
  }

  /** The body that transactions share, see `encodeRecord`. */
  const transactionBody = memoizeLast((key) => {
    const { tokenId, type } = readTransactionBodyKey(key);
    const { asset, token } = findToken(tokenId);
    return encodeRecord(tables.transactions, transactionRecord(asset, token, type)).body;
  });

  return {
    /** The JSON texts of assets and tokens. Rule: service notes, "Records": nested tokens have nearly all members of a token's record. */
    assets: assetText,
    tokens(id: number): string {
      const { asset, token } = findToken(id);
      return tokenText(asset, token);
    },
    /** The ids of the assets that have a headline value above zero, the largest first, found without making any other figure. */
    assetsByHeadline: once(() =>
      histories()
        .world.assets.map((asset) => ({ id: asset.id, value: headlineValue(asset) }))
        .filter(({ value }) => value > 0)
        .sort((a, b) => b.value - a.value || a.id - b.id)
        .map(({ id }) => id),
    ),
    /** Adds the functions with which the tables of records make what they do not hold. */
    install(database: Database.Database): void {
      const options = { deterministic: true };
      database.function(
        'sample_metric',
        options,
        (name: Subject, id: number, metric: string, member: MetricMember) =>
          metricOf(name, id, metric)?.[member] ?? null,
      );
      database.function('sample_value', options, (name: Subject, id: number, field: string) => {
        const column = columns.get(`${name} ${field}`, () => new Map());
        const known = column.get(id);
        const value = known === undefined ? valueOf(name, id, field) : known;
        column.set(id, value);
        return value;
      });
      database.function('sample_transaction', options, transactionBody);
    },
  };
}

/** What stands for the tokens in the text of an asset. No text inside a record has it: quotes are escaped there. */
const noTokens = '"tokens":[]';

/** Conditions on one record come one after the other. */
function memoizeLast<T>(make: (key: number) => T): (key: number) => T {
  let last: { readonly key: number; readonly value: T } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

import type Database from 'better-sqlite3';
import type { MetricMember } from '../../../preload/contract/metric.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { once } from '../../platform/once.ts';
import { encodeRecord } from '../../store/query/records.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import { addAssetFigures, metricObject, neat, type Figures } from './figures.ts';
import { tokenReturns, type Histories, type PricePath } from './histories.ts';
import { assetRecord, tokenRecord, wholeRecord } from './records.ts';
import { tokenFigures } from './tokenFigures.ts';
import { readTransactionBodyKey, transactionRecord } from './transactions.ts';
import { tables } from './tables.ts';
import type { SampleAsset, SampleToken } from './world.ts';

type Subject = 'assets' | 'tokens';

/** Entries: about what a page needs. A column takes half a second to compute and 500 kB. */
const cacheSizes = { paths: 50, figures: 500, columns: 16 };

/** Makes records on request, in 0.1 ms each. Stored, they would take hundreds of megabytes. */
export function makeRecordTexts(histories: () => Histories, odd: boolean) {
  const paths = makeBoundedMap<PricePath>(cacheSizes.paths);
  const figures = makeBoundedMap<Figures>(cacheSizes.figures);
  const columns = makeBoundedMap<Map<number, number | null>>(cacheSizes.columns);
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

  function valueOf(name: Subject, id: number, field: string): number | null {
    if (!field.endsWith('_return_percent')) return metricOf(name, id, field)?.val ?? null;
    const asset = name === 'assets' ? findAsset(id) : findToken(id).asset;
    return tokenReturns(pathOf(asset))[field] ?? null;
  }

  function wholeToken(asset: SampleAsset, token: SampleToken): ResourceRecord {
    const parent = histories().parentOf(token.network);
    const record = tokenRecord(asset, token, parent, pathOf(asset), figuresOf(asset, token));
    return wholeRecord(resources.tokens, record);
  }

  /** Returns `circulating_market_value_dollar`, computed without other figures. */
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

  const transactionBody = memoizeLast((key) => {
    const { tokenId, type } = readTransactionBodyKey(key);
    const { asset, token } = findToken(tokenId);
    return encodeRecord(tables.transactions, transactionRecord(asset, token, type)).body;
  });

  return {
    /** Rule: service notes, "Records": nested tokens have nearly all members of a token's record. */
    assets(id: number): string {
      const asset = findAsset(id);
      const tokens = asset.tokens.map((token) => wholeToken(asset, token));
      const record = assetRecord(asset, pathOf(asset), figuresOfAsset(id), tokens);
      return JSON.stringify(wholeRecord(resources.assets, record));
    },
    tokens(id: number): string {
      const { asset, token } = findToken(id);
      return JSON.stringify(wholeToken(asset, token));
    },
    /** Ids of assets with a headline value above 0, largest first. */
    assetsByHeadline: once(() =>
      histories()
        .world.assets.map((asset) => ({ id: asset.id, value: headlineValue(asset) }))
        .filter(({ value }) => value > 0)
        .sort((a, b) => b.value - a.value || a.id - b.id)
        .map(({ id }) => id),
    ),
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

/** Conditions on one record are evaluated one after another. */
function memoizeLast<T>(make: (key: number) => T): (key: number) => T {
  let last: { readonly key: number; readonly value: T } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

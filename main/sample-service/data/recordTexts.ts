import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../../../preload/contract/json.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { encodeRecord } from '../../store/query/records.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import { recordText } from './assemble.ts';
import { assetRecord } from './assetRecords.ts';
import { addAssetFigures, metricObject, type Figures, type MetricObject } from './figures.ts';
import type { Histories } from './histories.ts';
import type { PricePath } from './prices.ts';
import type { SampleTables } from './schema.ts';
import { tokenReturns } from './returns.ts';
import { monthActive, stepsToBytes } from './series.ts';
import { tokenFigures } from './tokenFigures.ts';
import { tokenRecord } from './tokenRecords.ts';
import { readTransactionBodyKey, transactionRecord } from './transactionWriter.ts';
import type { SampleAsset, SampleToken } from './world.ts';

/**
 * Makes records when they are requested. Stored they would take hundreds of megabytes, and seconds on each first start; one
 * takes a tenth of a millisecond.
 */
export interface RecordTexts {
  /** Those of assets have an empty list of tokens. */
  readonly assets: SubjectTexts;
  readonly tokens: SubjectTexts;
  /** The JSON texts of the tokens of an asset. */
  tokensOf(assetId: number): readonly string[];
  /** The bytes of a token's series of `monthActive`. */
  monthActive(tokenId: number): Buffer;
  /** The body that transactions share, see `encodeRecord`. */
  transactionBody(key: number): string;
}

/** Records with metrics, by id. */
export interface SubjectTexts {
  /** The JSON text of a record. */
  text(id: number): string;
  /** A metric of a record, or null where it has no data. */
  metric(id: number, name: string): MetricObject | null;
  /** The return since the first of January. */
  yearToDate(id: number): Json;
}
export type Subject = 'assets' | 'tokens';

/** What is kept: as much as a page needs where a reader looks at it. */
const cacheSizes = { paths: 50, figures: 500 };

export function makeRecordTexts(
  histories: () => Histories,
  { transactions }: SampleTables,
  odd: boolean,
): RecordTexts {
  const paths = makeBoundedMap<PricePath>(cacheSizes.paths);
  const figures = makeBoundedMap<Figures>(cacheSizes.figures);
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

  function textOfToken(asset: SampleAsset, token: SampleToken): string {
    const parent = histories().parentOf(token.network);
    const subject = { asset, token, parent, path: pathOf(asset), figures: figuresOf(asset, token) };
    return recordText(resources.tokens, tokenRecord(subject));
  }

  function yearToDate(asset: SampleAsset): Json {
    return tokenReturns(pathOf(asset))['year_to_date_return_percent'] ?? null;
  }

  const figuresOfAsset = memoizeLast((id) => {
    const asset = findAsset(id);
    return addAssetFigures(
      asset.tokens.map((token) => figuresOf(asset, token)),
      odd,
    );
  });
  const figuresOfToken = memoizeLast((id) => {
    const { asset, token } = findToken(id);
    return figuresOf(asset, token);
  });

  return {
    assets: {
      text: (id) => {
        const asset = findAsset(id);
        return recordText(resources.assets, assetRecord(asset, pathOf(asset), figuresOfAsset(id), []));
      },
      metric: (id, name) => metricObject(figuresOfAsset(id), name),
      yearToDate: (id) => yearToDate(findAsset(id)),
    },
    tokens: {
      text: (id) => {
        const { asset, token } = findToken(id);
        return textOfToken(asset, token);
      },
      metric: (id, name) => metricObject(figuresOfToken(id), name),
      yearToDate: (id) => yearToDate(findToken(id).asset),
    },
    tokensOf: (assetId) => {
      const asset = findAsset(assetId);
      return asset.tokens.map((token) => textOfToken(asset, token));
    },
    monthActive: (tokenId) => {
      const { asset, token } = findToken(tokenId);
      return stepsToBytes(monthActive(histories().movesOf(asset, token, pathOf(asset)).activity));
    },
    transactionBody: memoizeLast((key) => {
      const { tokenId, type } = readTransactionBodyKey(key);
      const { asset, token } = findToken(tokenId);
      return encodeRecord(transactions, transactionRecord(transactions, asset, token, type)).body;
    }),
  };
}

/** Conditions on one record come one after the other. */
function memoizeLast<T>(make: (key: number) => T): (key: number) => T {
  let last: { readonly key: number; readonly value: T } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}

/** The fastest level: these bytes are read more often than they leave the machine. */
const level = 1;

export function pack(text: string): Buffer {
  return deflateRawSync(text, { level });
}

export function unpack(bytes: Uint8Array): string {
  return inflateRawSync(bytes).toString();
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import type { Filter } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import type { ResourceName } from '../../../../../preload/contract/resources.ts';
import { answerBytes } from '../../../../support/storedPages.ts';
import { connectedTo } from '../../../../support/testService.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { wholeProof } from '../../../../support/wholeProof.ts';

/**
 * Records in the shape that the live service has been seen to send: what the service filters by under flat names stands nested in
 * them. After a sync the cache answers by the flat names all the same, and never says "none" of what no record tells.
 */

const opened = new AsyncDisposableStack();
const now = Date.UTC(2026, 10, 20);
let cache: CacheStore;
let recordReader: RecordReader;

const classes = {
  treasuries: { id: 27, name: 'US Treasury Debt', slug: 'us-treasury-debt' },
  stablecoins: { id: 28, name: 'Stablecoins', slug: 'stablecoins' },
};
const networks = {
  ethereum: { id: 1, slug: 'ethereum', name: 'Ethereum' },
  solana: { id: 2, slug: 'solana', name: 'Solana' },
};

/** A token as recorded in March 2026: no flat `issuer_id`, no flat slugs. */
function token(
  id: number,
  issuer: { id: string; name: string } | null,
  network: (typeof networks)[keyof typeof networks],
  more: Partial<ResourceRecord> = {},
): ResourceRecord {
  const assetClass = id < 4 ? classes.treasuries : classes.stablecoins;
  return {
    id,
    asset_id: 100 + id,
    asset: { id: 100 + id, slug: `asset-${id.toString()}`, name: `Asset ${id.toString()}` },
    asset_class_id: assetClass.id,
    asset_class: assetClass,
    network_id: network.id,
    network_name: network.name,
    network,
    protocol_id: 10,
    protocol_name: 'Emberline',
    protocol: { id: 10, slug: 'emberline', name: 'Emberline' },
    issuer: issuer === null ? null : { ...issuer, slug: issuer.name.toLowerCase() },
    bridged_token_value_dollar: { val: id * 100 },
    ...more,
  };
}

const alpha = { id: '7', name: 'Alpha' };
const beta = { id: '9', name: 'Beta' };
const tokens = [
  token(1, alpha, networks.ethereum),
  token(2, beta, networks.ethereum),
  token(3, beta, networks.solana),
  token(4, null, networks.solana),
  token(5, alpha, networks.solana, { network_id: null, network_name: null, protocol_id: null }),
];
const assets: ResourceRecord[] = [
  {
    id: 101,
    name: 'Asset 1',
    is_investable: true,
    asset_class: classes.treasuries,
    tokens: [{ id: 1, network: networks.ethereum, protocol: { slug: 'emberline' } }],
  },
  {
    id: 102,
    name: 'Asset 2',
    is_investable: false,
    asset_class: classes.treasuries,
    tokens: [
      { id: 2, network: networks.ethereum, protocol: null },
      { id: 3, network: networks.solana, protocol: null },
    ],
  },
];

async function sync(resource: ResourceName, records: readonly ResourceRecord[]): Promise<void> {
  const pagination = { page: 1, perPage: 200, pageCount: 1, resultCount: records.length };
  const subject = { resource, filter: undefined };
  await cache.syncs.begin({ ...subject, startedAt: now, perPage: 200 });
  const bytes = answerBytes({ records, pagination });
  await cache.syncs.writePage({
    ...subject,
    bytes,
    fetchedAt: now,
    request: resource,
    page: 1,
    perPage: 200,
  });
  await cache.syncs.finish({ ...subject, now, ...wholeProof });
}

beforeAll(async () => {
  const store = opened.use(await openTestStore(opened.use(temporaryFolder()).path));
  cache = await store.cache('test');
  recordReader = createRecordReader(common());
  await sync('tokens', tokens);
});
afterAll(() => opened.disposeAsync());

function common() {
  return {
    ...connectedTo(
      { url: 'http://127.0.0.1:9' },
      { transport: () => Promise.reject(new Error('connect ECONNREFUSED')) },
    ),
    cache,
    freshForMs: () => 60_000,
    offline: () => true,
    now: () => now + 1000,
  };
}

async function found(resource: ResourceName, filter: Filter): Promise<{ ids: unknown[]; coverage: unknown }> {
  const { records, provenance } = await recordReader.list(resource, {
    filter,
    sort: { field: 'id', direction: 'asc' },
  });
  return { ids: records.map(({ id }) => id), coverage: provenance.coverage };
}

function equals(field: string, value: string | number | boolean): Filter {
  return { operator: 'equals', field, value };
}

const complete = { kind: 'complete', asOf: now };

describe('filters by flat names', () => {
  it.each<[ResourceName, Filter, number[]]>([
    ['tokens', equals('protocol_slug', 'emberline'), [1, 2, 3, 4, 5]],
    ['tokens', equals('network_slug', 'solana'), [3, 4, 5]],
    ['tokens', equals('asset_class_slug', 'stablecoins'), [4, 5]],
    ['tokens', equals('asset_class_name', 'US Treasury Debt'), [1, 2, 3]],
    ['tokens', equals('issuer_id', 7), [1, 5]],
    ['tokens', equals('issuer_name', 'Beta'), [2, 3]],
    ['tokens', { operator: 'ilike', field: 'asset_name', value: '%asset 2%' }, [2]],
    // Null and nested: what is nested counts.
    ['tokens', equals('network_id', 2), [3, 4, 5]],
    ['tokens', equals('network_name', 'Solana'), [3, 4, 5]],
    ['tokens', { operator: 'equals', field: 'issuer_id', value: null }, [4]],
    // The catalogue does not have the name: it is read by the same rule.
    ['tokens', equals('issuer_slug', 'beta'), [2, 3]],
    ['tokens', { operator: 'gt', field: 'asset_id', value: 103 }, [4, 5]],
    ['tokens', { operator: 'lt', field: 'issuer_id', value: '9' }, [1, 5]],
  ])('%s %j', async (resource, filter, ids) => {
    expect(await found(resource, filter)).toEqual({ ids, coverage: complete });
  });

  it('give records back as they were sent', async () => {
    const { records } = await recordReader.list('tokens', { sort: { field: 'id', direction: 'asc' } });
    expect(records).toEqual(tokens);
  });

  it('return a nested value under its flat name where it is requested', async () => {
    const { records } = await recordReader.list(
      'tokens',
      { sort: { field: 'id', direction: 'asc' }, filter: equals('id', 5) },
      { fields: ['id', 'issuer_id', 'network_name'] },
    );
    expect(records).toEqual([{ id: 5, issuer_id: '7', network_name: 'Solana' }]);
  });
});

describe('what no cached record says', () => {
  it('is never answered by none', async () => {
    expect(await found('tokens', equals('vintage', 2024))).toEqual({
      ids: [],
      coverage: { kind: 'partial', cachedRecords: 5, missingFields: ['vintage'] },
    });
    expect(await found('tokens', equals('is_investable', true))).toEqual({
      ids: [],
      coverage: { kind: 'partial', cachedRecords: 5, missingFields: ['is_investable'] },
    });
  });

  it('is known where records have the field with nothing in it', async () => {
    await sync('issuers', [{ id: '7', name: 'Alpha', lei: null }]);
    expect(await found('issuers', equals('lei', 'X'))).toEqual({ ids: [], coverage: complete });
    expect(await found('issuers', equals('cik', 'X'))).toEqual({
      ids: [],
      coverage: { kind: 'partial', cachedRecords: 1, missingFields: ['cik'] },
    });
  });

  it('is looked up in the records that say it', async () => {
    await sync('assets', assets);
    expect(await found('tokens', equals('is_investable', true))).toEqual({ ids: [1], coverage: complete });
    expect(await found('assets', equals('network_slug', 'solana'))).toEqual({
      ids: [102],
      coverage: complete,
    });
    expect(await found('assets', equals('protocol_slug', 'emberline'))).toEqual({
      ids: [101],
      coverage: complete,
    });
    expect(await found('assets', { operator: 'notEquals', field: 'network_slug', value: 'solana' })).toEqual({
      ids: [101],
      coverage: complete,
    });
    expect(await found('assets', equals('asset_class_slug', 'us-treasury-debt'))).toEqual({
      ids: [101, 102],
      coverage: complete,
    });
  });
});

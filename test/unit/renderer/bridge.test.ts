import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../preload/contract/failures.ts';
import type { RecordListText } from '../../../preload/contract/records.ts';
import { openBridge, type MainBridge } from '../../../renderer/bridge.ts';

const list: RecordListText = {
  recordsText: '[{"id":7,"name":"Fund"}]',
  recordCount: 1,
  pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 1 },
  applied: {},
  provenance: {
    connectionId: 'sample',
    sample: true,
    source: 'cache',
    fetchedAt: 0,
    request: '/v4/assets',
    stale: false,
    coverage: { kind: 'answer' },
  },
};

const question = { connectionId: 'sample', resource: 'assets', query: {} } as const;

/** The bridge, of which only lists are called here. */
function bridgeWith(listRecords: MainBridge['listRecords']) {
  return openBridge({ listRecords } as MainBridge);
}

describe('the bridge of the window', () => {
  it('gives views the records of a list that crossed as text', async () => {
    const answer = await bridgeWith(() => Promise.resolve(ok(list))).listRecords(question);
    const { recordsText: _text, recordCount: _count, ...rest } = list;
    expect(answer).toEqual(ok({ ...rest, records: [{ id: 7, name: 'Fund' }] }));
  });

  it('passes a failure on as it is', async () => {
    const failure = fail({ code: 'offline', message: 'Nothing is cached.' });
    expect(await bridgeWith(() => Promise.resolve(failure)).listRecords(question)).toEqual(failure);
  });
});

import { expect, expectTypeOf, it } from 'vitest';
import type { encodeRecord } from '../../../../main/store/query/records.ts';
import type { PartialRecord, RecordList, ResourceRecord } from '../../../../preload/contract/records.ts';
import { wholeRecords, withRecords } from '../../../../preload/contract/recordsText.ts';
import type { countEmpty } from '../../../../renderer/fields/groups.ts';

/** The compiler checks these with the types of all tests. */

it('a record of a list may lack fields, so functions that need a whole one do not accept it', () => {
  expectTypeOf<RecordList['records'][number]>().toEqualTypeOf<PartialRecord>();
  expectTypeOf<PartialRecord>().not.toExtend<ResourceRecord>();
  expectTypeOf<ResourceRecord>().toExtend<PartialRecord>();
  // To be stored, and to be counted as empty in what it lacks.
  expectTypeOf<PartialRecord>().not.toExtend<Parameters<typeof encodeRecord>[1]>();
  expectTypeOf<PartialRecord>().not.toExtend<Parameters<typeof countEmpty>[1]>();
});

it('the answer to a question without fields has whole ones', () => {
  const answer = withRecords({ recordsText: '[{"id":1,"name":"Gold"}]', recordCount: 1 });
  expect(wholeRecords({ query: {} }, answer)).toEqual([{ id: 1, name: 'Gold' }]);
  expectTypeOf<{ query: object; fields: string[] }>().not.toExtend<Parameters<typeof wholeRecords>[0]>();
});

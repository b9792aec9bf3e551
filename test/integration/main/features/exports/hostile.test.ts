import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { formulaSafe } from '../../../../../preload/contract/cellText.ts';
import { isJsonObject } from '../../../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { hostileTexts } from '../../../../support/hostileAnswers.ts';
import { scaled } from '../../../../support/scale.ts';
import { byDuckDb, byOffice, byPython, exportFixture, office } from './exportFixture.ts';

/** What a service that was broken into could send, through every format, read back by programs that know nothing of this one. */

/** A record has it twice, and may have 16 MB. */
const longText = `long ${'0123456789'.repeat(scaled(700_000))} end`;
const texts = [...hostileTexts, longText];
const ownNames: unknown = JSON.parse('{"__proto__":{"polluted":true},"constructor":"mine","name":"named"}');
const records: readonly ResourceRecord[] = texts.map((text, index) => ({
  id: `h-${index.toString().padStart(3, '0')}`,
  transaction_hash: text,
  asset: isJsonObject(ownNames) ? { ...ownNames, name: text } : null,
}));
const ids = records.map(({ id }) => id);
const columns = ['id', 'transaction_hash', 'asset.name'];
/** Half a character is no text: every file of UTF-8 has the mark of what cannot be read in its place. */
const wellFormed = texts.map((text) => text.toWellFormed());

describe('hostile texts', () => {
  it.each(['guard', 'keep'] as const)(
    'are the same in CSV by whichever delimiter, and by %s changed and counted, or kept',
    async (formulas) => {
      await using fixture = await exportFixture(records);
      const expected = formulas === 'guard' ? wellFormed.map(formulaSafe) : wellFormed;
      const changed = expected.filter((text, place) => text !== wellFormed[place]).length;
      for (const delimiter of [',', ';', '\t'] as const) {
        const { path } = await fixture.export('csv', { delimiter, formulas }, { columns });
        const [, ...rows] = await byPython(path, delimiter);
        expect(rows).toEqual(ids.map((id, place) => [id, expected[place], expected[place]]));
        const { cellsGuarded = 0 } = JSON.parse(await readFile(`${path}.json`, 'utf8')) as {
          cellsGuarded?: number;
        };
        expect([cellsGuarded, changed > 0]).toEqual([2 * changed, formulas === 'guard']);
      }
    },
  );

  it('are found in CSV where one is all that is special among thousands of bytes, wherever it lies @nightly', async () => {
    const special = ['=1', 'a,b', 'a"b', '＝1'];
    // Records are written in blocks of 250. Each block has one of these, at an even and at an odd distance from its beginning, in blocks of even and of odd length.
    const many = Array.from({ length: special.length * 4 * 250 }, (_, index): ResourceRecord => {
      const [block, place] = [Math.floor(index / 250), index % 250];
      const padding = 'x'.repeat(
        Number(place === 0 && block % 2 === 1) + Number(place === 249 && block % 4 > 1),
      );
      const text = place === 100 ? special[Math.floor(block / 4)] : null;
      return { id: `${index.toString().padStart(6, '0')}${padding}`, transaction_hash: text ?? 'plain' };
    });
    await using fixture = await exportFixture(many);
    const { path } = await fixture.export('csv', {}, { columns: ['id', 'transaction_hash'] });
    const [, ...rows] = await byPython(path);
    expect(rows).toEqual(many.map(({ id, transaction_hash: text }) => [id, formulaSafe(String(text))]));
  });

  it('are exactly the same in JSON and JSON Lines, members with the names of an object’s own among them', async () => {
    await using fixture = await exportFixture(records);
    const lines = await fixture.export('jsonl', {}, { columns: [] });
    const read = (await readFile(lines.path, 'utf8')).trimEnd().split('\n');
    expect(read.map((line): unknown => JSON.parse(line))).toEqual(records);
    const { path: list } = await fixture.export('json', {}, { columns: [] });
    expect(JSON.parse(await readFile(list, 'utf8'))).toEqual(records);
    expect(read[0]).toContain('"__proto__"');
    const names = ['id', 'constructor', 'asset.constructor', 'toString'];
    const some = await fixture.export('json', {}, { columns: names });
    expect(JSON.parse(await readFile(some.path, 'utf8'))).toEqual(
      ids.map((id) => ({ id, constructor: null, 'asset.constructor': 'mine', toString: null })),
    );
  });

  it('are the same in Parquet', async () => {
    await using fixture = await exportFixture(records);
    const { path } = await fixture.export('parquet', {}, { columns });
    expect(await byDuckDb(`SELECT * FROM '${path}' ORDER BY id`)).toEqual(
      ids.map((id, place) => [id, wellFormed[place], wellFormed[place]]),
    );
  });

  it('are the same in a workbook, but for what a cell cannot hold, which is reported @nightly', async (context) => {
    if (office === undefined) context.skip('LibreOffice is not installed');
    await using fixture = await exportFixture(records);
    const { path, leftOut } = await fixture.export('xlsx', {}, { columns });
    const [, ...rows] = await byOffice(path, fixture.folder);
    const cut = wellFormed.map((text) => text.slice(0, 32_767));
    // LibreOffice leaves out what XML forbids, however it is written.
    const readable = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');
    expect(rows.map(([id = '', text = '']) => [id, readable(text)])).toEqual(
      ids.map((id, place) => [id, readable(cut[place] ?? '')]),
    );
    expect(leftOut).toBe(2);
    const beside: unknown = JSON.parse(await readFile(`${path}.json`, 'utf8'));
    expect(beside).toMatchObject({ valuesLeftOut: 2 });
  });

  it('stay text in Markdown: one row each, no markup, no tags, no control characters', async () => {
    await using fixture = await exportFixture(records);
    const { path } = await fixture.export('markdown', { provenance: false, values: 'raw' }, { columns });
    const [, , ...rows] = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(rows).toHaveLength(texts.length);
    for (const row of rows) {
      expect(row.match(/(?<!\\)\|/g)).toHaveLength(columns.length + 1);
      // In code nothing is markup.
      const outsideCode = row.replaceAll(/(?<![`\\])(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
      expect(outsideCode.replaceAll('<br>', '')).not.toMatch(/<|(?<!\\)[`*_[\]]/);
      expect(row).not.toMatch(/\p{Cc}/u);
    }
  });
});

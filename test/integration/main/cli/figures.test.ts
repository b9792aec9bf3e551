import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Query } from '../../../../preload/contract/query.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import { listen, sendJson } from '../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { jsonLines, type Outcome } from '../../../support/runCommand.ts';
import { queryOf } from '../../../support/testService.ts';
import { figures, sampleCommand } from './sampleCommand.ts';

/** What `aggregate` and `timeseries` print, also where the service answers a part, something odd, or another question. */

const { cli, folder } = sampleCommand();

type Command = 'aggregate' | 'timeseries';
type Answer = Record<string, unknown> & { results: unknown[] };

interface Lie {
  readonly command?: Command;
  /** The groups that live; each has four days. */
  readonly groups?: number;
  readonly query?: Query;
  readonly answer: (honest: (most?: number) => Answer, nth: number) => Answer;
  readonly code: 0 | 7;
  readonly shown: number;
  readonly said?: RegExp;
  /** What would be false advice. */
  readonly unsaid?: RegExp;
}

const byMeasure = { operator: 'equals', field: 'measure_slug', value: 'value' };
const measure = { id: 1, slug: 'value', name: 'Value', unit: 'dollar' };
const days = ['2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04'];
const group = (id: number) => ({ id, name: `Group ${id.toString()}`, type: 'network' });
const odd = (points: unknown) => ({ measure, group: group(99), points });
const since = (operator: string, value: string): Query => ({
  filter: { operator: 'and', filters: [byMeasure, { operator, field: 'date', value }] },
});
const onEthereum = { operator: 'equals', field: 'network_slug', value: 'ethereum' };
const ofEthereum: Query = { filter: { operator: 'and', filters: [byMeasure, onEthereum] } };
const every = {
  aggregate: { groupBy: 'network_id', aggregateFunction: 'sum', interval: 'day', mode: 'stock' },
};

function ownCount({ results }: Answer): Answer {
  return { results, pagination: { resultCount: results.length, pageCount: 1 } };
}

/** The last of the list. */
function withOdd({ results, pagination }: Answer, one: unknown): Answer {
  const counts = Object.assign({}, pagination, { resultCount: 4 });
  return { results: results.length === 0 ? [] : [...results, one], pagination: counts };
}

const lies: Readonly<Record<string, Lie>> = {
  'sends 25 series at once, and counts those': {
    groups: 80,
    answer: (honest) => ownCount(honest(25)),
    code: 0,
    shown: 80,
  },
  'sends 25 series at once, and counts none': {
    groups: 80,
    answer: (honest) => ({ results: honest(25).results }),
    code: 0,
    shown: 80,
  },
  'sends 10 of 30 series whatever page is asked for': {
    groups: 30,
    answer: (honest) => {
      const { results, ...counts } = honest();
      return { results: results.slice(0, 10), ...counts };
    },
    code: 7,
    shown: 10,
    said: /^10 of 30 that the service counts\.$/m,
    unsaid: /in --query/,
  },
  'answers with no series once': {
    answer: (honest, nth) => (nth === 1 ? { results: [] } : honest()),
    code: 0,
    shown: 3,
  },
  'answers a page with no series once': {
    query: { pagination: { page: 1, perPage: 50 } },
    answer: (honest, nth) => (nth === 1 ? { results: [] } : honest()),
    code: 0,
    shown: 3,
  },
  'has no series': { groups: 0, answer: (honest) => honest(), code: 0, shown: 0 },
  'sends 100 series of a page of 1,000, and counts those': {
    groups: 250,
    query: { pagination: { page: 1, perPage: 1000 } },
    answer: (honest) => ownCount(honest(100)),
    code: 7,
    shown: 100,
    said: /^The service has more than the 100 series of this page, and counts no more\.$/m,
  },
  'sends all series of a page': {
    query: { pagination: { page: 1, perPage: 1000 } },
    answer: (honest) => honest(),
    code: 0,
    shown: 3,
    unsaid: /has more than/,
  },
  'has 25 series, on one page of 25': {
    groups: 25,
    query: { pagination: { page: 1, perPage: 25 } },
    answer: (honest) => honest(),
    code: 0,
    shown: 25,
    unsaid: /has more than/,
  },
  ...Object.fromEntries(
    [null, odd(null), { measure, group: group(99) }, 'odd'].map((one) => [
      `sends ${JSON.stringify(one)} among its series`,
      {
        answer: (honest: () => Answer) => withOdd(honest(), one),
        code: 7 as const,
        shown: 3,
        said: /^1 series of this answer is left out: unreadable\.$/m,
        unsaid: /Check the base URL|in --query/,
      },
    ]),
  ),
  'sends null among its groups': {
    command: 'aggregate',
    answer: (honest) => withOdd(honest(), null),
    code: 7,
    shown: 3,
    said: /^1 group of this answer is left out: unreadable\.$/m,
    unsaid: /in --query/,
  },
  'sends a group without a value': {
    command: 'aggregate',
    answer: (honest) => ({
      ...honest(),
      results: [...honest().results.slice(0, 2), { measure, group: group(3), sum: 5 }],
    }),
    code: 7,
    shown: 3,
    said: /^1 figure of this answer is left out: unreadable\.$/m,
  },
  ...Object.fromEntries(
    (
      [
        ['gte', '2026-09-03'],
        ['gt', '2026-09-01T00:00:00Z'],
        ['onOrBefore', '2026-09-03'],
        ['lt', '2026-09-04'],
        ['equals', '2026-09-03'],
      ] as const
    ).map(([operator, day]) => [
      `ignores date ${operator} ${day}`,
      {
        query: since(operator, day),
        answer: (honest: () => Answer) => honest(),
        code: 7 as const,
        shown: 3,
        said: /^The service did not apply the filter: its answer has days that were not asked for\.$/m,
      },
    ]),
  ),
  'has all days asked for': {
    query: since('gte', '2026-09-01'),
    answer: (honest) => honest(),
    code: 0,
    shown: 3,
    unsaid: /did not apply/,
  },
  'ignores the dates of groups': {
    command: 'aggregate',
    query: {
      ...since('gte', '2026-09-03'),
      aggregate: { groupBy: 'date', aggregateFunction: 'sum', interval: 'day' },
    },
    answer: (honest) => ({
      ...honest(),
      results: days
        .slice(0, 3)
        .map((day) => ({ measure, group: { id: day, name: day, type: 'date' }, value: 1 })),
    }),
    code: 7,
    shown: 3,
    said: /did not apply the filter/,
  },
  'sends days for months': {
    query: { filter: byMeasure, aggregate: { ...every.aggregate, interval: 'month' } },
    answer: (honest) => honest(),
    code: 7,
    shown: 3,
    said: /^The service did not apply the interval month: it answered with several figures of one month\.$/m,
  },
  ...Object.fromEntries(
    (['aggregate', 'timeseries'] as const).flatMap((command): [string, Lie][] => [
      [
        `answers an ${command} of another measure`,
        {
          command,
          answer: (honest) => ({
            ...honest(),
            results: honest().results.map((one) => Object.assign({}, one, { measure: { slug: 'other' } })),
          }),
          code: 7,
          shown: 3,
          said: /^The service answered with another measure than asked for: other\.$/m,
        },
      ],
      [
        `says of an ${command} that it did not filter by network`,
        {
          command,
          query: ofEthereum,
          answer: (honest) => ({ ...honest(), filter: byMeasure }),
          code: 7,
          shown: 3,
          said: /^The service did not apply the filter by network_slug\.$/m,
        },
      ],
      [
        `says of an ${command} that it filtered by another network`,
        {
          command,
          query: ofEthereum,
          answer: (honest) => ({
            ...honest(),
            filter: { operator: 'and', filters: [{ ...onEthereum, value: 'solana' }, byMeasure] },
          }),
          code: 7,
          shown: 3,
          said: /did not apply the filter by network_slug/,
        },
      ],
      [
        `says of an ${command} that it filtered by what was not requested`,
        {
          command,
          answer: (honest) => ({
            ...honest(),
            filter: {
              operator: 'and',
              filters: [byMeasure, { operator: 'equals', field: 'is_investable', value: true }],
            },
          }),
          code: 7,
          shown: 3,
          said: /^The service applied a filter by is_investable that was not requested\.$/m,
        },
      ],
      [
        `says of an ${command} that it filtered by the network, in words of its own`,
        {
          command,
          query: {
            filter: {
              operator: 'and',
              filters: [byMeasure, { ...onEthereum, operator: 'in', value: ['a', 'b'] }],
            },
          },
          answer: (honest) => ({
            ...honest(),
            filter: { filters: [{ operator: 'anyOf', field: 'network.slug', value: 'a,b' }] },
          }),
          code: 0,
          shown: 3,
          unsaid: /did not apply/,
        },
      ],
      [
        `says of an ${command} that it is an average`,
        {
          command,
          answer: (honest) => ({ ...honest(), aggregate: { groupBy: 'network', aggregateFunction: 'avg' } }),
          code: 7,
          shown: 3,
          said: /^The service answered with the aggregateFunction avg in place of sum\.$/m,
        },
      ],
      [
        `says of an ${command} that it is another page`,
        {
          command,
          groups: 60,
          query: { pagination: { page: 2, perPage: 50 } },
          answer: (honest) => ({ ...honest(), pagination: { page: 1, perPage: 50, resultCount: 60 } }),
          code: 7,
          shown: 10,
          said: /^The service answered with page 1 \(50 a page\) in place of page 2 \(50 a page\)\.$/m,
        },
      ],
    ]),
  ),
};

it.each([
  ['aggregate', 'groups; without a page in --query all come'],
  ['timeseries', 'series; without a page in --query all come'],
])('%s says of a page that it is one', async (command, what) => {
  const ask = (perPage: number): Promise<Outcome> => {
    const asked = JSON.stringify({ ...figures, pagination: { page: 1, perPage } });
    return cli([command, 'assets', '--query', asked]);
  };
  expect((await ask(2)).err).toMatch(new RegExp(`^2 of \\d+ ${what}\\.$`, 'm'));
  expect((await ask(100)).err).not.toContain(what);
});

it.each(['aggregate', 'timeseries'])('%s says beside a file what its figures are of', async (command) => {
  const out = join(folder, `${command}.csv`);
  const asked = ['--query', JSON.stringify(figures), '--out', out];
  expect((await cli([command, 'assets', ...asked])).code).toBe(0);
  expect(JSON.parse(await readFile(`${out}.json`, 'utf8'))).toMatchObject({
    resource: 'assets',
    query: figures,
    request: expect.stringMatching(/^\/v4\/assets\/aggregates/) as string,
    coverage: { kind: 'answer' },
    fetchedFrom: expect.stringMatching(/^20.*Z$/) as string,
  });
});

it.each(Object.entries(lies))('of a service that %s', async (_what, lie) => {
  const { command = 'timeseries', groups = 3, answer, code, shown, said = /^/, unsaid = /^$a/ } = lie;
  let nth = 0;
  await using service = await listen((request, response) => {
    const { page = 1, perPage = 25 } = queryOf(request).pagination ?? {};
    const honest = (most = 1000): Answer => {
      const size = Math.min(perPage, most);
      const all = Array.from({ length: groups }, (_, at) => ({
        measure,
        group: group(at + 1),
        ...(command === 'aggregate' ? { value: at } : { points: days.map((day, step) => [day, at + step]) }),
      }));
      const pagination = { page, perPage: size, pageCount: Math.ceil(groups / size), resultCount: groups };
      return { results: all.slice((page - 1) * size, page * size), pagination };
    };
    nth += 1;
    sendJson(response, 200, answer(honest, nth));
  });
  const own = makeTemporaryFolder('cli-figures');
  const query = { filter: byMeasure, ...every, ...lie.query };
  const ask = [command, 'assets', '--query', JSON.stringify(query), '--base-url', service.url];
  for (const more of [[], ['--offline']]) {
    const { out, err, ...ended } = await runCommandHere([...ask, ...more], { folder: own, key: 'key' });
    const names = new Set(jsonLines(out).map((row) => (row as { group_id: string }).group_id));
    expect({ ...ended, shown: names.size, err }).toMatchObject({
      code,
      shown,
      err: expect.stringMatching(said) as string,
    });
    expect(err).not.toMatch(unsaid);
  }
});

import { Digits, isRecord, numberAt, type Raw, type RawRecord } from './reference/answers.ts';
import { readAsking, found, writeRaw, type Asking } from './reference/service.ts';
import { idOf, kindsOf, type Dice, type WorldResource } from './reference/world.ts';
import { plainDigits } from './reference/exact.ts';
import { sorted } from './reference/conditions.ts';
import { listen, type TestServer } from './httpServer.ts';

/** A data service whose lists are wrong in one or several ways, with a record of the truth. */

export interface Page {
  results: readonly RawRecord[];
  pagination: Record<string, Raw> | null;
}

/** Each part changes its part of an answer; absent parts change nothing. */
export interface Lie {
  /** Combined lies have different subjects; otherwise nothing would reveal either. */
  readonly about: 'counts' | 'records' | 'order' | 'size' | 'life';
  /** Replaces the query. */
  readonly asking?: (asking: Asking, nth: number) => Asking;
  /** Replaces the records to select from. */
  readonly records?: (living: readonly RawRecord[], asking: Asking, nth: number) => readonly RawRecord[];
  /** True to answer with 400. */
  readonly refuses?: (asking: Asking) => boolean;
  /** True to answer the first reading honestly. */
  readonly isLater?: boolean;
  /** True to change only lists without a filter. */
  readonly isOfAll?: boolean;
  /** True to change only long lists of transactions, which are read in windows of days. */
  readonly isOfDays?: boolean;
  readonly order?: (records: readonly RawRecord[], nth: number) => readonly RawRecord[];
  readonly page?: (page: Page, asking: Asking, nth: number) => Page;
  /** Replaces the whole text, by requested address. */
  readonly text?: (address: string, text: string) => string;
  /** Changes the records after an answer. */
  readonly after?: (list: LivingList, asking: Asking, nth: number) => void;
}

const num = (value: number): Digits => new Digits(value.toString());
const whole = (raw: Raw | undefined): number => (raw instanceof Digits ? Number(raw.text) : NaN);
const isPlain = ({ filter, perPage }: Asking): boolean => filter === undefined && perPage > 1;
const isById = ({ filter }: Asking): boolean =>
  filter !== undefined && 'operator' in filter && filter.operator === 'in';
const dayOf = (record: RawRecord): string => String(record['date']).slice(0, 10);

/** Returns the last day of a requested window; null if there is none. */
function lastDay({ filter }: Asking): string | null {
  return (
    /"operator":"lte","field":"date","value":"([\d-]+)"/.exec(JSON.stringify(filter ?? null))?.[1] ?? null
  );
}

/** Omits every nth record from lists that are not requested by id. */
function hiding(every: number): NonNullable<Lie['records']> {
  return (living, asking) =>
    isById(asking) ? living : living.filter((record) => whole(record['id']) % every !== 7);
}

function counts(
  change: (count: number, page: Page) => Partial<Record<'resultCount' | 'pageCount', Raw>>,
): Lie {
  return {
    about: 'counts',
    page: (page) => {
      const { pagination } = page;
      if (pagination === null) return page;
      return {
        ...page,
        pagination: {
          ...pagination,
          ...change(whole(pagination['resultCount']), page),
        },
      };
    },
  };
}

function capped(most: number): Lie {
  return counts((count, { pagination }) => {
    const least = Math.min(most, count);
    return {
      resultCount: num(least),
      pageCount: num(Math.ceil(least / whole(pagination?.['perPage']))),
    };
  });
}

/** Returns the largest of the sizes that is not above the requested one. */
function roundedSize(sizes: readonly number[], perPage: number): number {
  return sizes.findLast((size) => size <= perPage) ?? sizes[0] ?? perPage;
}

/** All kinds of lies. Random numbers decide the details. */
export const lies: Readonly<Record<string, (dice: Dice) => Lie>> = {
  'one page is all': () => counts(() => ({ pageCount: num(1) })),
  'counts are capped': (dice) => capped(dice.pick([50, 100, 200])),
  'counts are zero': () => counts(() => ({ resultCount: num(0), pageCount: num(0) })),
  'counts are negative': () => counts(() => ({ resultCount: num(-1), pageCount: num(-1) })),
  'counts are texts': () =>
    counts((count, { pagination }) => ({
      resultCount: count.toLocaleString('en'),
      pageCount: String(whole(pagination?.['pageCount'])),
    })),
  'counts are those of the page': () =>
    counts((_, { results }) => ({
      resultCount: num(results.length),
      pageCount: num(1),
    })),
  'counts are absent': () => ({
    about: 'counts',
    page: (page) => ({ ...page, pagination: null }),
  }),
  'the last page is short': (dice) => {
    const part = dice.pick([0, 0.3, 0.5, 0.9]);
    return {
      about: 'records',
      page: (page, asking) => {
        const isLast = isPlain(asking) && asking.page >= whole(page.pagination?.['pageCount']);
        return isLast
          ? {
              ...page,
              results: page.results.slice(0, Math.floor(page.results.length * part)),
            }
          : page;
      },
    };
  },
  'some pages are short': (dice) => {
    const [every, part] = [dice.whole(2, 4), dice.pick([0.2, 0.5, 0.8])];
    return {
      about: 'records',
      page: (page, asking) =>
        isPlain(asking) && asking.page % every === 0
          ? {
              ...page,
              results: page.results.slice(0, Math.floor(page.results.length * part)),
            }
          : page,
    };
  },
  'a few records are left out of pages': (dice) => {
    const every = dice.whole(20, 90);
    return {
      about: 'records',
      page: (page) => ({
        ...page,
        results: page.results.filter((record) => Number(idOf(record).replaceAll(/\D/g, '')) % every !== 7),
      }),
    };
  },
  'some answers are empty': (dice) => {
    const every = dice.whole(2, 5);
    return {
      about: 'records',
      page: (page, _, nth) => (nth % every === 0 ? { results: [], pagination: page.pagination } : page),
    };
  },
  'only the first are listed and counted': (dice) => {
    const most = dice.pick([25, 50, 64, 75, 100]);
    return { about: 'records', isOfAll: true, order: (records) => records.slice(0, most) };
  },
  'more are said to follow the last': (dice) => {
    const most = dice.pick([25, 53, 64]);
    const more: Raw = true;
    return {
      about: 'records',
      records: (living) => living.slice(0, most),
      page: (page) => ({ ...page, pagination: { ...page.pagination, hasMore: more } }),
    };
  },
  'counts are lower bounds': (dice) => {
    const most = dice.pick([25, 53, 64]);
    return {
      about: 'records',
      records: (living) => living.slice(0, most),
      page: (page) => ({
        ...page,
        pagination: { ...page.pagination, resultCount: { value: num(most), relation: 'gte' } },
      }),
    };
  },
  'a filter of its own is applied and said': (dice) => {
    const every = dice.whole(2, 9);
    return {
      about: 'records',
      isOfAll: true,
      records: (living) =>
        living.filter((record) => Number(idOf(record).replaceAll(/\D/g, '')) % every !== 1),
      text: (_address, text) =>
        text.replace('{', '{"filter":{"operator":"equals","field":"organization_id","value":7},'),
    };
  },
  'records have fewer members by id': () => ({
    about: 'life',
    page: (page, asking) =>
      isById(asking) ? { ...page, results: page.results.map(({ id = null }) => ({ id })) } : page,
  }),
  'records have fewer members in lists': (dice) => {
    const from = dice.whole(1, 2);
    return {
      about: 'records',
      isOfAll: true,
      page: (page, asking) =>
        isById(asking) || asking.page < from
          ? page
          : { ...page, results: page.results.map(({ id = null }) => ({ id })) },
    };
  },
  'all answers are empty': () => ({
    about: 'records',
    isOfAll: true,
    page: () => ({
      results: [],
      pagination: {
        page: num(1),
        perPage: num(50),
        pageCount: num(0),
        resultCount: num(0),
      },
    }),
  }),
  'a replica is behind': (dice) => {
    const [from, part] = [dice.whole(2, 5), dice.pick([0.5, 0.76, 0.95])];
    return {
      about: 'records',
      records: (living, _, nth) => (nth < from ? living : living.slice(0, Math.floor(living.length * part))),
    };
  },
  'replicas take turns': (dice) => {
    const part = dice.pick([0.5, 0.76, 0.95]);
    return {
      about: 'records',
      records: (living, _, nth) =>
        nth % 2 === 1 ? living : living.slice(0, Math.floor(living.length * part)),
    };
  },
  'the order is another': (dice) => {
    const field = dice.pick(['total_asset_value_dollar', 'name']);
    return {
      about: 'order',
      order: (records) => sorted(kindsOf.assets, records, [{ field, direction: 'desc' }]),
    };
  },
  'ids are in the order of texts': () => ({
    about: 'order',
    order: (records) => records.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1)),
  }),
  'the order alternates': () => ({
    about: 'order',
    order: (records, nth) => (nth % 2 === 0 ? records : records.toReversed()),
  }),
  'sizes of pages are rounded': () => ({
    about: 'size',
    asking: (asking) => ({
      ...asking,
      perPage: roundedSize([25, 50, 100], asking.perPage),
    }),
  }),
  'sizes of pages are rounded in silence': () => {
    let asked = 0;
    return {
      about: 'size',
      asking: (asking) => {
        asked = asking.perPage;
        return {
          ...asking,
          perPage: roundedSize([25, 50, 100], asking.perPage),
        };
      },
      page: (page) => {
        const { pagination } = page;
        if (pagination === null) return page;
        const pageCount = Math.ceil(whole(pagination['resultCount']) / asked);
        return {
          ...page,
          pagination: {
            ...pagination,
            perPage: num(asked),
            pageCount: num(pageCount),
          },
        };
      },
    };
  },
  'sizes of pages change': () => ({
    about: 'size',
    asking: (asking, nth) => ({
      ...asking,
      perPage: Math.min(asking.perPage, [100, 75, 50, 90][nth % 4] ?? 100),
    }),
  }),
  'pages are counted from zero': () => ({
    about: 'size',
    asking: (asking) => ({ ...asking, page: asking.page + 1 }),
  }),
  'the page does not matter': () => ({
    about: 'size',
    asking: (asking) => ({ ...asking, page: 1 }),
  }),
  'answers are cached': () => {
    const kept = new Map<string, string>();
    return {
      about: 'life',
      text: (address, text) => {
        const before = kept.get(address) ?? text;
        kept.set(address, before);
        return before;
      },
      after: reload(3),
    };
  },
  'figures are loaded anew': (dice) => ({
    about: 'life',
    after: reload(dice.whole(2, 5)),
  }),
  'requests by id are ignored': (dice) => ({
    about: 'life',
    isLater: true,
    records: hiding(dice.whole(20, 90)),
    asking: (asking) => (isById(asking) ? { ...asking, filter: undefined } : asking),
  }),
  'requests by id are refused': (dice) => ({
    about: 'life',
    isLater: true,
    records: hiding(dice.whole(20, 90)),
    refuses: isById,
  }),
  'the last day of a window is left out': () => ({
    about: 'life',
    isOfDays: true,
    records: (living, asking) => {
      const day = lastDay(asking);
      return day === null ? living : living.filter((record) => dayOf(record) !== day);
    },
  }),
  'windows of days are ignored': () => ({
    about: 'life',
    isOfDays: true,
    asking: (asking) =>
      asking.filter === undefined || isById(asking) ? asking : { ...asking, filter: undefined },
  }),
  'records without a date are refused': (dice) => {
    const every = dice.whole(20, 90);
    const isUndated = (record: RawRecord): boolean =>
      Number(idOf(record).replaceAll(/\D/g, '').slice(-6)) % every === 1;
    return {
      about: 'life',
      isOfDays: true,
      refuses: ({ filter }) => JSON.stringify(filter ?? null).includes('"value":null'),
      records: (living) => living.map((record) => (isUndated(record) ? { ...record, date: null } : record)),
    };
  },
  'a record moves to a day that was read': (dice) => {
    const from = dice.whole(2, 12);
    return {
      about: 'life',
      isOfDays: true,
      after: (list, _, nth) => {
        if (nth !== from) return;
        const days = list.living.map(dayOf).toSorted();
        const first = days[0] ?? '';
        list.living = list.living.map((record) =>
          dayOf(record) === days.at(-1) ? { ...record, date: `${first}T00:00:00.000Z` } : record,
        );
      },
    };
  },
  'records go': (dice) => {
    const [from, many] = [dice.whole(1, 4), dice.whole(1, 40)];
    return {
      about: 'life',
      after: (list, _, nth) => {
        if (nth === from)
          for (let left = many; left > 0; left -= 1) list.remove(dice.whole(0, list.living.length - 1));
      },
    };
  },
  'records come and go': (dice) => {
    const many = dice.whole(1, 12);
    return {
      about: 'life',
      after: (list, asking) => {
        if (!isPlain(asking)) return;
        for (let left = many; left > 0; left -= 1) {
          list.remove(dice.whole(0, Math.floor(list.living.length / 2)));
          list.add();
        }
      },
    };
  },
};

function reload(at: number): NonNullable<Lie['after']> {
  return (list, asking, nth) => {
    if (isPlain(asking) && nth === at) list.reload();
  };
}

/** An honest service whose list grows on two of three requests. One that grows on each would never end. */
export function grows(dice: Dice): Lie {
  const many = dice.whole(1, 3);
  return {
    about: 'life',
    after: (list, _, nth) => {
      if (nth % 3 === 0) return;
      for (let left = many; left > 0; left -= 1) list.add();
    },
  };
}

const figureName: Readonly<Record<WorldResource, string>> = {
  assets: 'total_asset_value_dollar',
  tokens: 'market_value_dollar',
  transactions: 'amount',
};

/** The records at the service, with their history. */
export class LivingList {
  readonly resource: WorldResource;
  living: readonly RawRecord[];
  /** Ids that existed all the time, and ids that ever existed. */
  readonly lasting: Set<string>;
  readonly ever: Set<string>;
  /** Figures by record, before and after each reload. */
  readonly versions: ReadonlyMap<string, string>[];
  #next: number;

  constructor(resource: WorldResource, records: readonly RawRecord[]) {
    this.resource = resource;
    this.living = records;
    this.lasting = new Set(records.map(idOf));
    this.ever = new Set(this.lasting);
    this.versions = [this.#version()];
    this.#next = 100_000;
  }

  #version(): ReadonlyMap<string, string> {
    return new Map(this.living.map((record) => [idOf(record), figureOf(this.resource, record)]));
  }

  /** Changes the figure of every third record. */
  reload(): void {
    this.living = this.living.map((record, index) => {
      const figure = num(900_000_000 + index);
      const loaded = this.resource === 'transactions' ? figure : { val: figure };
      return index % 3 === 1 ? { ...record, [figureName[this.resource]]: loaded } : record;
    });
    this.versions.push(this.#version());
  }

  remove(index: number): void {
    const record = this.living[index];
    if (record === undefined) return;
    this.living = this.living.toSpliced(index, 1);
    this.lasting.delete(idOf(record));
  }

  add(): void {
    const [first = {}] = this.living;
    this.#next += 1;
    const record = { ...first, id: num(this.#next) };
    this.living = [...this.living, record];
    this.ever.add(idOf(record));
  }

  /**
   * Returns what is wrong with a complete reading.
   * @param said true if figures of two states were reported, so that they are no fault
   * @param mayStay number of removals to expect; beyond it, the app removes records only on command
   */
  faults(read: readonly RawRecord[], said: boolean, mayStay = Infinity): readonly string[] {
    const ids = read.map(idOf);
    const has = new Set(ids);
    const missing = [...this.lasting].filter((id) => !has.has(id));
    const never = ids.filter((id) => !this.ever.has(id));
    const figures = read.filter((record) => this.lasting.has(idOf(record)));
    const isOneState = this.versions.some((version) =>
      figures.every((record) => version.get(idOf(record)) === figureOf(this.resource, record)),
    );
    const gone = ids.filter((id) => !this.living.some((record) => idOf(record) === id)).length;
    return [
      ...(missing.length > 0
        ? [`${missing.length.toString()} are missing, as ${missing.slice(0, 3).join(', ')}`]
        : []),
      ...(never.length > 0
        ? [`${never.length.toString()} never lived, as ${never.slice(0, 3).join(', ')}`]
        : []),
      ...(has.size < ids.length ? [`${(ids.length - has.size).toString()} are there twice`] : []),
      ...(gone > 0 && gone <= mayStay && ids.length > this.living.length
        ? [`${gone.toString()} too many, which are gone`]
        : []),
      ...(isOneState || said ? [] : ['their sum was never true']),
    ];
  }
}

function figureOf(resource: WorldResource, record: RawRecord): string {
  const number = numberAt(record, figureName[resource]);
  return number === null ? '' : plainDigits(number);
}

const aggregates = '/v4/tokens/aggregates';

/** Returns an aggregate's group for a record. */
function groupOf({ id = null, name = '', total_asset_value_dollar: figure = null }: RawRecord): RawRecord {
  const measure = { id: num(40), slug: 'market_value_dollar', name: 'Market value', unit: 'dollar' };
  const value = isRecord(figure) ? (figure['val'] ?? null) : figure;
  return { measure, group: { id, type: 'asset', name, color: null }, value };
}

/** Serves a list with lies, at most `most` records per page. */
export function startLying(list: LivingList, told: readonly Lie[], most = 50): Promise<TestServer> {
  let nth = 0;
  return listen((request, response) => {
    const address = request.url ?? '/';
    // Aggregates change as records do.
    const isAggregate = address.startsWith(aggregates);
    const asked = readAsking(isAggregate ? address.replace(aggregates, '/v4/assets') : address);
    response.setHeader('content-type', 'application/json');
    if (asked?.resource !== list.resource) {
      response.writeHead(404).end('{"message":"Not found."}');
      return;
    }
    nth += 1;
    const asking = told.reduce((one, lie) => lie.asking?.(one, nth) ?? one, {
      ...asked,
      // Groups are sorted by their records.
      ...(isAggregate ? { filter: undefined, sort: asked.sort && { ...asked.sort, field: 'id' } } : {}),
      perPage: Math.min(asked.perPage, most),
    });
    if (told.some((lie) => lie.refuses?.(asked) === true)) {
      response.writeHead(400).end('{"message":"Invalid filter."}');
      return;
    }
    const seen = told.reduce((records, lie) => lie.records?.(records, asking, nth) ?? records, list.living);
    const all = told.reduce((records, lie) => lie.order?.(records, nth) ?? records, found(asking, seen));
    const { page, perPage } = asking;
    const honest: Page = {
      results: all.slice((page - 1) * perPage, page * perPage),
      pagination: {
        page: num(page),
        perPage: num(perPage),
        pageCount: num(Math.ceil(all.length / perPage)),
        resultCount: num(all.length),
      },
    };
    const { results, pagination } = told.reduce((one, lie) => lie.page?.(one, asking, nth) ?? one, honest);
    const text = writeRaw({
      results: isAggregate ? results.map(groupOf) : results,
      ...(pagination === null ? {} : { pagination }),
    });
    response.end(told.reduce((one, lie) => lie.text?.(address, one) ?? one, text));
    for (const lie of told) lie.after?.(list, asking, nth);
  });
}

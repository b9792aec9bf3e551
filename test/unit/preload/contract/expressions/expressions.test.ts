import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileExpression } from '../../../../../preload/contract/expressions/compile.ts';
import { Fault } from '../../../../../preload/contract/expressions/values.ts';
import type { Json } from '../../../../../preload/contract/json.ts';
import { resources, type ResourceName } from '../../../../../preload/contract/resources.ts';

const today = '2025-03-01';

const asset: Readonly<Record<string, Json>> = {
  id: 7,
  name: 'Fund One',
  ticker: '',
  circulating_market_value_dollar: { val: 200, val_30d: 150, chg_30d_amt: 50 },
  total_asset_value_dollar: { val: 0 },
  network_names: ['Ethereum', 'Base'],
  issuer: { id: 3, name: 'Issuer' },
};

function compile(text: string, resource: ResourceName = 'assets') {
  return compileExpression(text, resources[resource], today);
}

function valueOf(text: string, record = asset): unknown {
  const compiled = compile(text);
  if (!compiled.ok) throw new Error(`${text}: ${compiled.problems[0]?.message ?? ''}`);
  const value = compiled.evaluate(record);
  return value instanceof Fault ? value.reason : value;
}

function problemOf(text: string, resource?: ResourceName): { at: string; message: string } | null {
  const compiled = compile(text, resource);
  const [first] = compiled.ok ? [] : compiled.problems;
  return first === undefined ? null : { at: text.slice(first.from, first.to), message: first.message };
}

describe('an expression', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['-2 * -3', 6],
    ['10 - 4 - 3', 3],
    ['2 * 3 > 5 and not false', true],
    ['"a" & 1 & true & date("2025-01-31")', 'a1Yes2025-01-31'],
    ['"say ""hi"""', 'say "hi"'],
    ['IF(1 < 2, "yes", "no")', 'yes'],
    ['if(false, 1)', null],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['round(1234, -2)', 1200],
    ['floor(-1.5) + ceil(1.2)', 0],
    ['min(3, 1, 2) + max(3, 1, 2)', 4],
    ['max(date("2025-01-31"), date("2024-12-01"))', '2025-01-31'],
    ['sqrt(16) + pow(2, 10) + log10(1000) + ln(1)', 1031],
    ['abs(-4.5)', 4.5],
    ['upper(left("fund", 1)) & lower(right("FUND", 3))', 'Fund'],
    ['length(trim("  😀 ")) = 1', true],
    ['contains(network_names, "Base") and startsWith(name, "Fund")', true],
    ['year(today()) * 10000 + month(today()) * 100 + day(today())', 20250301],
    ['daysBetween(date("2024-02-28"), date("2024-03-01"))', 2],
    ['addDays(date("2024-02-28"), 2)', '2024-03-01'],
    ['circulating_market_value_dollar', 200],
    ['circulating_market_value_dollar.val - circulating_market_value_dollar:val_30d', 50],
    ['[circulating_market_value_dollar.chg_30d_amt] / 2', 25],
    ['issuer_name', 'Issuer'],
    ['issuer & "!"', 'Issuer!'],
  ])('%s is %s', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  it('of something empty is empty, unless it says otherwise', () => {
    expect(valueOf('ticker & "!"')).toBeNull();
    expect(valueOf('coalesce(ticker, name)')).toBe('Fund One');
    expect(valueOf('isEmpty(ticker)')).toBe(true);
    expect(valueOf('description = "a" or true')).toBe(true);
    expect(valueOf('description = "a" or false')).toBeNull();
    expect(valueOf('circulating_market_value_dollar.val_90d + 1')).toBeNull();
    expect(
      valueOf('circulating_market_value_dollar * 2', {
        id: 1,
        circulating_market_value_dollar: { val: null },
      }),
    ).toBeNull();
  });

  it('divides by zero into nothing', () => {
    expect(valueOf('1 / 0')).toBeNull();
    expect(valueOf('circulating_market_value_dollar / total_asset_value_dollar')).toBeNull();
    expect(valueOf('pow(0, -1)')).toBeNull();
  });

  it('says what is wrong with a value', () => {
    expect(valueOf('sqrt(0 - 1)')).toBe('sqrt needs a number of 0 or more.');
    expect(valueOf('ln(0)')).toBe('ln needs a number above 0.');
    expect(valueOf('1e308 * 10')).toBe('The result is too large for a number.');
    expect(valueOf('date(name)')).toBe('“Fund One” is not a date. Write it as 2025-01-31.');
    expect(
      valueOf('circulating_market_value_dollar', { id: 1, circulating_market_value_dollar: 'many' }),
    ).toBe('circulating_market_value_dollar should be a number, but the service sent something else.');
  });

  it('counts the day of a moment in UTC', () => {
    const compiled = compile('timestamp', 'transactions');
    expect(compiled.ok && compiled.evaluate({ timestamp: '2025-01-01T01:00:00+05:00' })).toBe('2024-12-31');
    expect(compiled.ok && compiled.evaluate({ timestamp: '2025-01-01 23:30' })).toBe('2025-01-01');
  });

  it('knows dollars', () => {
    const unit = (text: string) => {
      const compiled = compile(text);
      return compiled.ok ? compiled.unit : compiled;
    };
    expect(unit('circulating_market_value_dollar - total_asset_value_dollar')).toBe('dollar');
    expect(unit('circulating_market_value_dollar * 2')).toBe('dollar');
    expect(unit('round(circulating_market_value_dollar / holding_addresses_count, 2)')).toBe('dollar');
    expect(unit('coalesce(circulating_market_value_dollar, 0)')).toBe('dollar');
    expect(unit('circulating_market_value_dollar / total_asset_value_dollar')).toBeUndefined();
    expect(unit('circulating_market_value_dollar.chg_30d_pct')).toBe('percent');
    expect(unit('if(circulating_market_value_dollar > 0, 1, 2)')).toBeUndefined();
  });

  it('names the members of a record that it is computed from', () => {
    const compiled = compile('circulating_market_value_dollar.val_30d / 2 & issuer_name');
    expect(compiled.ok && compiled.needs).toEqual([
      'circulating_market_value_dollar',
      'issuer_name',
      'issuer',
    ]);
  });
});

describe('a problem', () => {
  it.each([
    ['name + 1', 'name', '`+` adds numbers; `name` is a text. Join texts with `&`.'],
    ['1 + "a"', '"a"', '`+` adds numbers; “a” is a text. Join texts with `&`.'],
    ['today() + 1', 'today()', '`+` adds numbers; today(…) is a date. Use addDays(date, days).'],
    [
      'today() - today()',
      'today()',
      '`-` subtracts numbers; today(…) is a date. Use daysBetween(from, to), or addDays(date, -days).',
    ],
    ['not 1', '1', '“not” stands before a condition; 1 is a number. Compare it with something first.'],
    [
      'today() > "2025-01-01"',
      '"2025-01-01"',
      '`>` compares values of one type; today(…) is a date, “2025-01-01” is a text. Write it as date("2025-01-01").',
    ],
    ['date("2025-02-31")', '"2025-02-31"', '“2025-02-31” is not a date. Write it as 2025-01-31.'],
    [
      'date("2025-02-28T25:00Z")',
      '"2025-02-28T25:00Z"',
      '“2025-02-28T25:00Z” is not a date. Write it as 2025-01-31.',
    ],
    ['nmae & "x"', 'nmae', 'There is no field `nmae`. Did you mean `name`?'],
    [
      'circulating_market_v',
      'circulating_market_v',
      'There is no field `circulating_market_v`. Did you mean `circulating_market_value_dollar`?',
    ],
    ['rond(1)', 'rond', 'There is no function “rond”. Did you mean round?'],
    ['round', 'round', 'round is a function. Write its arguments in parentheses: round( ).'],
    ['round(1, 2, 3)', '3', 'round is written as round(number, digits?).'],
    ['round("a")', '"a"', 'round needs a number here; “a” is a text.'],
    ['if(true, 1, "a")', '"a"', 'if needs values of one type: a number comes first, “a” is a text.'],
    ['(1 + 2', '(', 'This parenthesis is not closed. Add a ).'],
    ['1 +', '', 'The expression is incomplete after the last operator.'],
    ['1 2', '2', 'Write an operator before this, such as + or &.'],
    ["'a'", "'", 'Write texts in double quotes: "text".'],
    ['2 ^ 3', '^', 'Write powers as pow(base, exponent).'],
    ['5%', '%', 'Write a percentage as a number: 0.05 in place of 5%.'],
    ['"a', '"a', 'This text has no end. Add a ".'],
    ['', '', 'Write an expression, such as 2 * 3.'],
    ['1e999', '1e999', 'This number is too large.'],
  ])('in %s stands at “%s”: %s', (text, at, message) => {
    expect(problemOf(text)).toEqual({ at, message });
  });

  it('ends what is too deep, and allows what is not', () => {
    const nested = (depth: number): string => `${'('.repeat(depth)}1${')'.repeat(depth)}`;
    expect(problemOf(nested(49))).toBeNull();
    expect(problemOf(nested(50))).toEqual({
      at: '1',
      message: 'The expression is nested more than 50 levels deep. Simplify it.',
    });
  });

  it('is said of every part that has one', () => {
    const compiled = compile('nmae + foo_bar_baz * (1 - "b")');
    expect(compiled.ok ? [] : compiled.problems.map(({ from }) => from)).toEqual([0, 7, 26]);
  });
});

describe('today()', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is one day for all records, though midnight passes between them', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2025-03-01T23:59:59.999Z') });
    const compiled = compileExpression('today()', resources.assets);
    const day = (): unknown => (compiled.ok ? compiled.evaluate(asset) : null);
    expect(day()).toBe('2025-03-01');
    vi.setSystemTime(Date.parse('2025-03-02T00:00:00Z'));
    expect(day()).toBe('2025-03-01');
    const next = compileExpression('today()', resources.assets);
    expect(next.ok && next.evaluate(asset)).toBe('2025-03-02');
  });
});

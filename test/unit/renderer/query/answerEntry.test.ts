import { describe, expect, it } from 'vitest';
import type { ResourceName } from '../../../../preload/contract/resources.ts';
import type { RecordLookup } from '../../../../renderer/fields/lookup.ts';
import { checkAnswer } from '../../../../renderer/query/answerEntry.ts';
import { catalogueFields } from '../../../../renderer/query/fields.ts';

const networks = ['Ethereum', 'Solana', 'Base', 'Base Sepolia'];

/** Finds networks by a part of their names; `known` is false where none are cached and the service cannot be reached. */
function lookupOf({ known = true } = {}): RecordLookup {
  return {
    find: (resource, words) =>
      Promise.resolve(
        networks.flatMap((name, id) =>
          known && resource === 'networks' && name.toLowerCase().includes(words.toLowerCase())
            ? [{ id, name }]
            : [],
        ),
      ),
    nameOf: () => undefined,
  };
}

function check(resource: ResourceName, field: string, entered: string, lookup = lookupOf()) {
  const condition = { operator: 'equals', field, value: '{{Value}}' };
  return checkAnswer(entered, condition, catalogueFields(resource), lookup);
}

describe('a value that a query asks for', () => {
  it.each([
    ['network_name', 'sol', 'Solana'],
    ['network_name', 'ethereum', 'Ethereum'],
    ['network_name', 'Base', 'Base'],
    ['network_id', 'sol', '1'],
    ['network_id', '27', '27'],
    ['circulating_market_value_dollar', '10m', '10m'],
  ])('of %s: “%s” means “%s”', async (field, entered, answer) => {
    expect(await check('tokens', field, entered)).toEqual({ ok: true, answer });
  });

  it.each([
    ['tokens', 'network_name', 'bas', '“bas” fits several: Base, Base Sepolia. Enter one of them.'],
    ['tokens', 'network_name', 'moon', 'No network is called “moon”. Choose one from the list.'],
    ['tokens', 'network_id', 'moon', 'No network is called “moon”. Choose one from the list.'],
    [
      'transactions',
      'from_address',
      'my wallet',
      '“my wallet” is no address: an address has 25 or more letters and digits, and nothing else.',
    ],
    ['transactions', 'date', 'soon', '“soon” is not a date such as 2026-01-31.'],
  ] as const)('of %s, %s is not “%s”', async (resource, field, entered, message) => {
    expect(await check(resource, field, entered)).toEqual({ ok: false, message });
  });

  it('is an address of any network', async () => {
    const address = `0x${'1f36'.repeat(10)}`;
    expect(await check('transactions', 'to_address', ` ${address} `)).toEqual({ ok: true, answer: address });
  });

  it('is any name where none is known', async () => {
    expect(await check('tokens', 'network_name', 'moon', lookupOf({ known: false }))).toEqual({
      ok: true,
      answer: 'moon',
    });
  });
});

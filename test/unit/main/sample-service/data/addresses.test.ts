import { expect, it } from 'vitest';
import { inventAddress } from '../../../../../main/sample-service/data/addresses.ts';
import type { AddressForm } from '../../../../../main/sample-service/data/parties.ts';
import { checkAddress, formOf } from '../../../../../main/features/watchlists/walletImport/checkAddress.ts';

it.each<AddressForm>(['evm', 'solana', 'stellar', 'xrpl', 'aptos'])(
  'invented addresses of the form %s can be watched, and each is another one',
  (form) => {
    const addresses = Array.from({ length: 500 }, (_, index) => inventAddress(form, 1, index));
    expect(new Set(addresses).size).toBe(500);
    for (const address of addresses) {
      expect(formOf(address)).toBe(form);
      expect(checkAddress(address)).toEqual({ ok: true, address, chain: form });
    }
  },
);

import { isJsonObject, type Json } from './json.ts';
import type { ResourceRecord } from './records.ts';

/** What a transaction does to the supply of its token. */
export type TransactionKind = 'mint' | 'burn' | 'other';

/** Who takes part in a transaction; null where nobody does. */
export interface Parties {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The kind that a type says by its slug, such as `token-mint`; null where there is no type.
 *
 * Rule: service notes, "Records".
 */
export function kindOfType(slug: string | null): TransactionKind | null {
  if (slug === null) return null;
  if (/mint/i.test(slug)) return 'mint';
  return /burn/i.test(slug) ? 'burn' : 'other';
}

/** The kind of a transaction that has no type: nobody sends a mint, and nobody receives a burn. */
export function kindOfParties({ from, to }: Parties, tokenAddress: string | null): TransactionKind {
  const [noSender, noRecipient] = [isNobody(from, tokenAddress), isNobody(to, tokenAddress)];
  if (noSender === noRecipient) return 'other';
  return noSender ? 'mint' : 'burn';
}

/**
 * True for what stands where nobody does: nothing, the zero address of EVM chains, and the issuer, who is the address of the token on
 * the XRP Ledger and a part of it (`CODE-ISSUER-1`) on Stellar.
 */
function isNobody(address: string | null, tokenAddress: string | null): boolean {
  if (address === null || /^0x0+$/i.test(address)) return true;
  if (tokenAddress === null || address.startsWith('0x')) return false;
  return address === tokenAddress || tokenAddress.includes(`-${address}-`);
}

/** The kind of a transaction by its type, else by who takes part in it. */
export function kindOfRecord(record: ResourceRecord): TransactionKind {
  const parties = { from: textOf(record['from_address']), to: textOf(record['to_address']) };
  const slug = memberOf(record['transaction_type'], 'slug');
  return kindOfType(slug) ?? kindOfParties(parties, memberOf(record['token'], 'address'));
}

/** Who takes part in a transaction: of a mint nobody sends, of a burn nobody receives, whatever address stands there. */
export function partiesOf(record: ResourceRecord): Parties {
  const parties = { from: textOf(record['from_address']), to: textOf(record['to_address']) };
  const kind = kindOfRecord(record);
  return { from: kind === 'mint' ? null : parties.from, to: kind === 'burn' ? null : parties.to };
}

function memberOf(value: Json | undefined, name: string): string | null {
  return isJsonObject(value) ? textOf(value[name]) : null;
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

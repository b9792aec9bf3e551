import { isJsonObject, type Json } from './json.ts';
import type { PartialRecord, ResourceRecord } from './records.ts';

export type TransactionKind = 'mint' | 'burn' | 'other';

/** Null on the empty side of a mint or burn. */
export interface Parties {
  readonly from: string | null;
  readonly to: string | null;
}

/** The kind by the type's slug, such as `token-mint`. Source: service notes, "Records". */
function kindOfType(slug: string | null): TransactionKind | null {
  if (slug === null) return null;
  if (/mint/i.test(slug)) return 'mint';
  return /burn/i.test(slug) ? 'burn' : 'other';
}

/** The kind without a type: a mint has no sender, a burn no recipient. */
function kindOfParties({ from, to }: Parties, tokenAddress: string | null): TransactionKind {
  const [noSender, noRecipient] = [isNobody(from, tokenAddress), isNobody(to, tokenAddress)];
  if (noSender === noRecipient) return 'other';
  return noSender ? 'mint' : 'burn';
}

/**
 * True for an empty address, EVM's zero address, and the issuer: on the XRP Ledger the token's address, on
 * Stellar a part of it (`CODE-ISSUER-1`).
 */
function isNobody(address: string | null, tokenAddress: string | null): boolean {
  if (address === null || /^0x0+$/i.test(address)) return true;
  if (tokenAddress === null || address.startsWith('0x')) return false;
  return address === tokenAddress || tokenAddress.includes(`-${address}-`);
}

/** Mints have no sender, burns no recipient, whatever is stated. Source: service notes, "Records". */
export function movementOf(
  said: Readonly<Record<'slug' | 'from' | 'to' | 'token', unknown>>,
): Parties & { readonly kind: TransactionKind } {
  const parties = { from: textOf(said.from), to: textOf(said.to) };
  const kind = kindOfType(textOf(said.slug)) ?? kindOfParties(parties, textOf(said.token));
  return { kind, from: kind === 'mint' ? null : parties.from, to: kind === 'burn' ? null : parties.to };
}

export const movementFields = ['transaction_type', 'from_address', 'to_address', 'token'] as const;

type Telling = Readonly<Record<(typeof movementFields)[number], Json | undefined>>;

/** True if all `movementFields` are known: without its type a mint would have a sender. */
export function tellsMovement(record: PartialRecord): record is PartialRecord & Telling {
  return movementFields.every((name) => record[name] !== undefined);
}

export function movementOfRecord(record: ResourceRecord | Telling): ReturnType<typeof movementOf> {
  return movementOf({
    slug: memberOf(record['transaction_type'], 'slug'),
    from: record['from_address'],
    to: record['to_address'],
    token: memberOf(record['token'], 'address'),
  });
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

import { isJsonObject, type Json } from './json.ts';
import type { PartialRecord, ResourceRecord } from './records.ts';

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
function kindOfType(slug: string | null): TransactionKind | null {
  if (slug === null) return null;
  if (/mint/i.test(slug)) return 'mint';
  return /burn/i.test(slug) ? 'burn' : 'other';
}

/** The kind of a transaction that has no type: nobody sends a mint, and nobody receives a burn. */
function kindOfParties({ from, to }: Parties, tokenAddress: string | null): TransactionKind {
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

/**
 * What a transaction moves, from what it says of type, parties and token: of a mint nobody sends, of a burn nobody receives, whatever address stands
 * there. So a mint is nothing that its issuer sent.
 *
 * Rule: service notes, "Records".
 */
export function movementOf(
  said: Readonly<Record<'slug' | 'from' | 'to' | 'token', unknown>>,
): Parties & { readonly kind: TransactionKind } {
  const parties = { from: textOf(said.from), to: textOf(said.to) };
  const kind = kindOfType(textOf(said.slug)) ?? kindOfParties(parties, textOf(said.token));
  return { kind, from: kind === 'mint' ? null : parties.from, to: kind === 'burn' ? null : parties.to };
}

/** The members of a transaction that tell what it moves. */
export const movementFields = ['transaction_type', 'from_address', 'to_address', 'token'] as const;

type Telling = Readonly<Record<(typeof movementFields)[number], Json | undefined>>;

/** True for a record of which all that tells what it moves is known: without its type a mint would have a sender. */
export function tellsMovement(record: PartialRecord): record is PartialRecord & Telling {
  return movementFields.every((name) => record[name] !== undefined);
}

/** The same of a record. */
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

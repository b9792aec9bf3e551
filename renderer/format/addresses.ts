import { SvelteMap } from 'svelte/reactivity';
import { shortenAddress } from '../../preload/contract/shorten.ts';
import { walletKey } from '../../preload/contract/walletAddresses.ts';

/**
 * Shortens addresses. In "address poisoning", attackers send from an address that begins and ends like one
 * the user pays to, and wait until it is copied. If two seen addresses look alike, more of both is shown,
 * with a mark.
 */

const mark = '≈ ';
/** Digits that people compare. Longer matches are too expensive for attackers. */
const compared = 4;
const digits = 6;
/** A long list of transactions has a million addresses. */
const maxSeen = 20_000;

const seen = new Map<string, Set<string>>();
const alike = new SvelteMap<string, readonly string[]>();
/** Watched and labelled addresses. */
const known = new Map<string, string>();

/** Returns `0x123456…abcdef`, or more with a mark if another seen address is similar. */
export function shortAddress(address: string): string {
  note(address);
  return typedAddress(address);
}

/** Does not remember the address, since beginnings of a typed one are not seen addresses. */
export function typedAddress(address: string): string {
  const key = walletKey(address);
  const others = (alike.get(endsOf(key)) ?? []).filter((other) => other !== key);
  if (others.length === 0) return shortenAddress(address, digits);
  let more = digits + 2;
  while (
    more * 2 < key.length &&
    others.some((other) => shortenAddress(other, more) === shortenAddress(key, more))
  )
    more += 2;
  return mark + shortenAddress(address, more);
}

/** Returns a similar watched or labelled address; null if there is none. */
export function knownLike(address: string): string | null {
  const key = walletKey(address);
  const [found] = [...known].filter(([other]) => other !== key && endsOf(other) === endsOf(key));
  return found?.[1] ?? null;
}

export function knowAddresses(addresses: Iterable<string>): void {
  for (const address of addresses) {
    known.set(walletKey(address), address);
    note(address);
  }
}

function note(address: string): void {
  const key = walletKey(address);
  const place = endsOf(key);
  const those = seen.get(place);
  if (those?.has(key) === true || key.length <= 2 * digits + 2) return;
  if (those === undefined) {
    if (seen.size >= maxSeen) seen.clear();
    seen.set(place, new Set([key]));
    return;
  }
  those.add(key);
  // After rendering, since shown addresses are drawn again.
  queueMicrotask(() => alike.set(place, [...new Set([...(alike.get(place) ?? []), ...those])]));
}

function endsOf(key: string): string {
  return shortenAddress(key, compared);
}

import { SvelteMap } from 'svelte/reactivity';
import { shortenAddress } from '../../preload/contract/shorten.ts';
import { walletKey } from '../../preload/contract/walletAddresses.ts';

/**
 * Shortens addresses. Attackers make addresses that begin and end like one that the user pays to, send from
 * them, and wait until the wrong one is copied ("address poisoning"). If two seen addresses look alike, more
 * of both is shown, with a mark.
 */

const mark = '≈ ';
/** Digits that people compare; those who make such addresses seldom reach more. */
const compared = 4;
/** Digits that are shown at each end. */
const digits = 6;
/** A long list of transactions has a million addresses. */
const maxSeen = 20_000;

const seen = new Map<string, Set<string>>();
/** Addresses that look alike, by their ends. */
const alike = new SvelteMap<string, readonly string[]>();
/** Watched and labelled addresses. */
const known = new Map<string, string>();

/** Returns `0x123456…abcdef`; longer and with a mark if another seen address looks alike. */
export function shortAddress(address: string): string {
  note(address);
  return typedAddress(address);
}

/** The same of an address that is typed: what it begins with is no other address that was seen. */
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

/** A watched or labelled address that looks like this one and is another; null if there is none. */
export function knownLike(address: string): string | null {
  const key = walletKey(address);
  const [found] = [...known].filter(([other]) => other !== key && endsOf(other) === endsOf(key));
  return found?.[1] ?? null;
}

/** Remembers addresses that the user knows, which others may pass for. */
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
  // Not in the middle of drawing: what is on the screen already is drawn again.
  queueMicrotask(() => alike.set(place, [...new Set([...(alike.get(place) ?? []), ...those])]));
}

function endsOf(key: string): string {
  return shortenAddress(key, compared);
}

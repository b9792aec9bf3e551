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

/** Addresses by how they begin and end, and by `walletKey`. */
type ByEnds = Map<string, Map<string, string>>;
const seen: ByEnds = new Map();
/** Watched and labelled addresses. */
const known: ByEnds = new Map();
const alike = new SvelteMap<string, readonly string[]>();

/** Returns `0x123456…abcdef`, or more with a mark if another seen address is similar. */
export function shortAddress(address: string): string {
  note(address);
  return typedAddress(address);
}

/** As `shortAddress` without the mark, for names that stay. */
export function addressName(address: string): string {
  return shortAddress(address).replace(mark, '');
}

/** Does not remember the address, since beginnings of a typed one are not seen addresses. */
export function typedAddress(address: string): string {
  const key = walletKey(address);
  const others = (alike.get(endsOf(key)) ?? []).filter((other) => other !== key);
  if (others.length === 0) return shortenAddress(address, digits);
  let more = digits;
  while (
    more * 2 < key.length &&
    others.some((other) => shortenAddress(other, more) === shortenAddress(key, more))
  )
    more += 2;
  return mark + shortenAddress(address, more);
}

/** Returns for addresses a similar one that is watched, labelled, or another of them. Names each pair once. */
export function similarOf(addresses: readonly string[]): ReadonlyMap<string, string> {
  const those: ByEnds = new Map();
  for (const address of addresses) add(those, address);
  const similar = new Map<string, string>();
  for (const address of addresses) {
    const [key, place] = [walletKey(address), endsOf(walletKey(address))];
    const isKnown = known.get(place)?.has(key) === true;
    const others = (isKnown ? [known] : [known, those]).flatMap((group) => [...(group.get(place) ?? [])]);
    const found = others.find(([other]) => other !== key)?.[1];
    if (found !== undefined && similar.get(found) !== address) similar.set(address, found);
  }
  return similar;
}

export function knowAddresses(addresses: Iterable<string>): void {
  for (const address of addresses) note(address, known);
}

function note(address: string, group = seen): void {
  if (seen.size >= maxSeen) seen.clear();
  if (!add(group, address)) return;
  const place = endsOf(walletKey(address));
  const those = [known, seen].flatMap((one) => [...(one.get(place)?.keys() ?? [])]);
  if (new Set(those).size === 1) return;
  // After rendering, since shown addresses are drawn again.
  queueMicrotask(() => alike.set(place, [...new Set([...(alike.get(place) ?? []), ...those])]));
}

/** Returns whether the address is new. */
function add(group: ByEnds, address: string): boolean {
  const key = walletKey(address);
  const place = endsOf(key);
  const those = group.get(place) ?? new Map<string, string>();
  if (those.has(key) || key.length <= 2 * digits + 2) return false;
  group.set(place, those.set(key, address));
  return true;
}

function endsOf(key: string): string {
  return shortenAddress(key, compared);
}

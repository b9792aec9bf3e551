/** What main and the window need to know of the wallets of watchlists, without their schemas. */

/** How addresses are written on a family of networks. */
export const chainForms = ['evm', 'solana', 'stellar', 'xrpl', 'aptos'] as const;
export type ChainForm = (typeof chainForms)[number];

/** What a form is called. */
export const chainFormNames: Readonly<Record<ChainForm, string>> = {
  evm: 'Ethereum and compatible',
  solana: 'Solana',
  stellar: 'Stellar',
  xrpl: 'XRP Ledger',
  aptos: 'Aptos',
};

/** On which side of a transaction a wallet is looked for. */
export const walletSides = ['from', 'to', 'either'] as const;
export type WalletSide = (typeof walletSides)[number];

const hexadecimal = /^0x[0-9a-f]+$/i;

/** The one spelling of an address: hexadecimal ones mean the same in any case, others do not. */
export function walletKey(address: string): string {
  return hexadecimal.test(address) ? address.toLowerCase() : address;
}

/**
 * The spellings under which a service may know an address: as it was entered, and in small letters where it is hexadecimal.
 * Assumed: a service spells hexadecimal addresses in small letters, or as the user has seen them.
 */
export function walletSpellings(address: string): string[] {
  return [...new Set([address, walletKey(address)])];
}

import { chainFormNames, checksummed, type ChainForm } from '../../../../preload/contract/walletAddresses.ts';
import {
  base32Alphabet,
  bitcoinAlphabet,
  crc16,
  rippleAlphabet,
  rippleChecksum,
} from '../../../platform/addressEncoding.ts';

type CheckedAddress =
  | { readonly ok: true; readonly address: string; readonly chain: ChainForm }
  | { readonly ok: false; readonly message: string };

export function formOf(text: string): ChainForm | null {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return 'evm';
  if (/^0x[0-9a-f]{64}$/i.test(text)) return 'aptos';
  if (/^[GCM][A-Z2-7]{55,68}$/.test(text)) return 'stellar';
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) {
    // A few short Solana addresses also begin with r, one in millions.
    return text.length > 35 || isSolana(text) ? 'solana' : 'xrpl';
  }
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? 'solana' : null;
}

/** Uses the form of the text if no chain is given. */
export function checkAddress(text: string, chain?: ChainForm): CheckedAddress {
  const form = chain ?? formOf(text);
  if (form === null) return wrong(noForm(text));
  const message = problems[form](text);
  return message === null ? { ok: true, address: text, chain: form } : wrong(message);
}

const problems: Readonly<Record<ChainForm, (text: string) => string | null>> = {
  evm(text) {
    if (!/^0x/.test(text)) return unlike('evm', 'begins with 0x');
    if (!/^0x[0-9a-fA-F]{40}$/.test(text))
      return unlike('evm', 'has 40 digits from 0 to 9 and A to F after 0x');
    return isChecksummed(text) ? null : wrongChecksum;
  },
  aptos: (text) =>
    /^0x[0-9a-fA-F]{64}$/.test(text)
      ? null
      : unlike('aptos', 'has 64 digits from 0 to 9 and A to F after 0x'),
  solana: (text) =>
    isSolana(text) ? null : unlike('solana', 'has 32 to 44 letters and digits, none of them 0, O, I or l'),
  stellar(text) {
    if (!/^[GCM][A-Z2-7]+$/.test(text))
      return unlike('stellar', 'has capital letters and digits and begins with G, C or M');
    return isStellar(text) ? null : wrongChecksum;
  },
  xrpl(text) {
    if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text))
      return unlike('xrpl', 'has 25 to 35 letters and digits and begins with r');
    return isRipple(text) ? null : wrongChecksum;
  },
};

/** Rule: ERC-55. Addresses in one case have no checksum. */
function isChecksummed(text: string): boolean {
  const digits = text.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || text === checksummed(text);
}

/** Rule: Solana, "Account Model": 32 bytes in base58. */
function isSolana(text: string): boolean {
  return text.length <= 44 && decodeBase58(text, bitcoinAlphabet)?.length === 32;
}

/** Length of a StrKey without version and checksum, by version. Rule: SEP-23. */
const strKeyBytes = new Map([
  [6 << 3, 32], // G: an account
  [2 << 3, 32], // C: a contract
  [12 << 3, 40], // M: an account with a number
]);

/** Rule: SEP-23: base32 without padding of version, key and CRC16 (low byte first). */
function isStellar(text: string): boolean {
  const bytes = decodeBase32(text);
  if (bytes === null || bytes.length < 3) return false;
  const body = bytes.subarray(0, -2);
  const crc = crc16(body);
  return (
    strKeyBytes.get(body[0] ?? 0) === body.length - 1 &&
    bytes.at(-2) === (crc & 0xff) &&
    bytes.at(-1) === crc >> 8
  );
}

/** Rule: XRP Ledger, "Accounts": a zero byte, 20 bytes, and the checksum. */
function isRipple(text: string): boolean {
  const bytes = decodeBase58(text, rippleAlphabet);
  if (bytes?.length !== 25 || bytes[0] !== 0) return false;
  return rippleChecksum(bytes.subarray(0, 21)).equals(bytes.subarray(21));
}

/** Rule: RFC 4648, 6. Returns null if leftover bits are not zero. */
function decodeBase32(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let bits = 0;
  let buffer = 0;
  for (const character of text) {
    const value = base32Alphabet.indexOf(character);
    if (value < 0) return null;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(buffer >> bits);
    buffer &= (1 << bits) - 1;
  }
  return bits < 5 && buffer === 0 ? Uint8Array.from(bytes) : null;
}

const wrongChecksum =
  'The checksum of this address is wrong, so one of its characters was changed. Copy it again from its source.';

function unlike(form: ChainForm, rule: string): string {
  return `This is not an address of ${chainFormNames[form]}: such an address ${rule}. Copy it again, or choose another network.`;
}

function noForm(text: string): string {
  return /^0x/i.test(text)
    ? 'This address has the wrong length: 40 digits after 0x are an Ethereum address, 64 are an Aptos address. Copy it again, whole.'
    : 'This is not an address of Ethereum, Solana, Stellar, XRP Ledger or Aptos. Copy it again, or remove the line.';
}

function wrong(message: string): CheckedAddress {
  return { ok: false, message };
}

/** Returns null if a character is not in the alphabet. */
function decodeBase58(text: string, alphabet: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    let carry = alphabet.indexOf(character);
    if (carry < 0) return null;
    for (let index = 0; index < bytes.length; index += 1) {
      carry += (bytes[index] ?? 0) * 58;
      bytes[index] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const zero = alphabet[0] ?? '';
  for (const character of text) {
    if (character !== zero) break;
    bytes.push(0);
  }
  return Uint8Array.from(bytes.reverse());
}

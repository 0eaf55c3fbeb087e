/** Crockford's alphabet: no letter looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 16;
const GROUP_LENGTH = 4;

/** A code of 80 bits that a person can type, from a signature (base64url): `K7QM-2FXA-9RTD-HW3C`. */
export function codeOfSignature(signature: string): string {
  const bits = [...signature].map((letter) => BASE64URL.indexOf(letter).toString(2).padStart(6, '0')).join('');
  const letters = Array.from({ length: CODE_LENGTH }, (_, index) =>
    ALPHABET.charAt(Number.parseInt(bits.slice(5 * index, 5 * index + 5), 2)),
  );
  return letters.join('').replace(new RegExp(`(.{${GROUP_LENGTH}})(?!$)`, 'g'), '$1-');
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The code as it was printed, from what a person typed or copied. */
export function normalizeCode(given: string): string {
  const letters = given
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return letters.replace(new RegExp(`(.{${GROUP_LENGTH}})(?!$)`, 'g'), '$1-');
}

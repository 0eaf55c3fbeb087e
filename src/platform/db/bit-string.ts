/** The bits of these bytes, as PostgreSQL writes a value of the type `bit(n)`. */
export function bitsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
}

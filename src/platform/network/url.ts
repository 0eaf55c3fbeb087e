/**
 * Whether what others are shown may come from this address: over https, or from this service itself, whose own address is
 * `publicUrl`.
 */
export function isTrustedImageUrl(address: string, publicUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin } = new URL(address);
  // A blob: address has an origin too, so the protocol is asked as well.
  return protocol === 'https:' || (protocol === 'http:' && origin === new URL(publicUrl).origin);
}

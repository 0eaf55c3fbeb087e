/** Whether a URL may be shown to other users: over https, or of this service (`publicUrl`). */
export function isTrustedImageUrl(url: string, publicUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  // A blob: URL has an origin too, so check the protocol as well.
  return protocol === 'https:' || (protocol === 'http:' && origin === new URL(publicUrl).origin);
}

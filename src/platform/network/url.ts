/** Whether a URL may be shown to other users: over https, or of this service (`publicUrl`). */
export function isTrustedImageUrl(url: string, publicUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin } = new URL(url);
  // A blob: URL has an origin too, so check the protocol as well.
  return protocol === 'https:' || (protocol === 'http:' && origin === new URL(publicUrl).origin);
}

const LOOPBACK_NAME = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the host of a URL is this machine. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAME.test(hostname);
}

/**
 * Whether the provider may redirect users to this URL after payment: it is on one of these origins. Rejects user names, white
 * space and backslashes, which browsers parse differently.
 */
export function isAllowedReturnUrl(url: string, origins: readonly string[]): boolean {
  if (!/^https?:\/\/[^\s\\@]+$/i.test(url) || !URL.canParse(url)) return false;
  return origins.includes(new URL(url).origin);
}

/**
 * Whether somebody may be sent back to this address after paying. It is written as every browser reads it, without a name, white
 * space or backslashes, and is on one of these origins.
 */
export function isAllowedReturn(address: string, origins: readonly string[]): boolean {
  if (!/^https?:\/\/[^\s\\@]+$/i.test(address) || !URL.canParse(address)) return false;
  return origins.includes(new URL(address).origin);
}

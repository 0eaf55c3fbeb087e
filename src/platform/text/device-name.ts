import Bowser from 'bowser';
import { startOf } from './text.ts';

const MAX_NAME_LENGTH = 60;
/** User agents are shorter. The patterns of the library take time by length. */
const MAX_PARSED_LENGTH = 512;

/** Names a device by its user agent: "Firefox on Linux", or the first word of a program's. Empty for none. */
export function deviceNameOf(userAgent: string | null): string {
  const text = startOf(userAgent ?? '', MAX_PARSED_LENGTH).trim();
  if (text === '') return '';
  const { browser, os } = Bowser.parse(text);
  const isBrowser = text.startsWith('Mozilla/') && browser.name !== undefined;
  if (!isBrowser) return startOf(text.split(/[\s/]/)[0] ?? '', MAX_NAME_LENGTH);
  return startOf(os.name === undefined ? (browser.name ?? '') : `${browser.name} on ${os.name}`, MAX_NAME_LENGTH);
}

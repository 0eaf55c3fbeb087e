import { MAIL_ADDRESS, MAX_ADDRESS_LENGTH } from './mail-address.schema.ts';

const PLAIN = new RegExp(MAIL_ADDRESS);

/** Whether a text is one plain address: what identity providers call an address may be anything. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && PLAIN.test(text);
}

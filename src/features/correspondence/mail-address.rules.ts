import { LONGEST_ADDRESS, MAIL_ADDRESS } from './mail-address.schema.ts';

const PLAIN = new RegExp(MAIL_ADDRESS);

/** Whether a text is one plain address: what identity providers call an address may be anything. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && PLAIN.test(text);
}

import { EMAIL_ADDRESS, MAX_EMAIL_ADDRESS_LENGTH } from './email-address.schema.ts';

const PATTERN = new RegExp(EMAIL_ADDRESS);

/** Whether a text is one plain email address. Identity providers do not guarantee that. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_ADDRESS_LENGTH && PATTERN.test(text);
}

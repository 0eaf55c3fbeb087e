import Type from 'typebox';

/** One plain address: no name, no brackets, no quotes, no comments, no line breaks, so that there is nothing to parse. */
export const MAIL_ADDRESS = "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$";

export const MAX_ADDRESS_LENGTH = 254;

export const MailAddress = Type.String({
  minLength: 3,
  maxLength: MAX_ADDRESS_LENGTH,
  pattern: MAIL_ADDRESS,
  description: 'One plain address, such as ada@example.org.',
});

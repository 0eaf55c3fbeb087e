import Type from 'typebox';

/** One plain address without name, brackets, quotes, comments and line breaks, so that nothing has to be parsed. */
export const EMAIL_ADDRESS = "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$";

export const MAX_EMAIL_ADDRESS_LENGTH = 254;

export const EmailAddress = Type.String({
  minLength: 3,
  maxLength: MAX_EMAIL_ADDRESS_LENGTH,
  pattern: EMAIL_ADDRESS,
  description: 'One plain email address, such as ada@example.org.',
});

import Type from 'typebox';
import { declareErrors } from '#platform/errors.ts';

export const OptOutQuery = Type.Object({
  opt_out: Type.String({ minLength: 1, maxLength: 200, description: 'The value from the link in the email.' }),
});

export const Page = Type.String({ description: 'An HTML page.' });

export const unsubscribeErrors = declareErrors({
  linkInvalid: {
    status: 400,
    code: 'mail.unsubscribe-link-invalid',
    message: 'This link is invalid or incomplete. Open it again from the email, or change your preferences.',
  },
});

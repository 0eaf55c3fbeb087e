import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

export const OptOutQuery = Type.Object({
  opt_out: Type.String({ minLength: 1, maxLength: 200, description: 'As the link in the mail carries it.' }),
});
export type OptOutQuery = Static<typeof OptOutQuery>;

export const Page = Type.String({ description: 'An HTML page.' });

export const unsubscribeErrors = declareErrors({
  linkInvalid: {
    status: 400,
    code: 'mail.unsubscribe-link-invalid',
    message: 'This link is not one of ours, or not whole. Open it from the mail again, or change your preferences.',
  },
});

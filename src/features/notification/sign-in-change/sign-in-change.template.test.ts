import { expect, test } from 'vitest';
import { KINDS } from '../notification/kind.schema.ts';
import { signInChanged } from './sign-in-change.template.ts';

/** A new password alone leaves what another person has set up. */
const ADVICE =
  'If it was not you, reset your password by email, which also ends your other sessions, passkeys and programs.';

test.each(KINDS.sign_in_changed.data.properties.change.enum)(
  'the notice of %s says what happened, and advises what ends the access of another person',
  (change) => {
    const { title, body } = signInChanged('ada', change);
    expect(title).not.toBe('');
    expect(body).toMatch(new RegExp(`^\\S.*\\. ${ADVICE}$`));
  },
);

import Type from 'typebox';
import { GivenPassword } from './sign-in.schema.ts';

export const Continuation = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'From the response of the first step. Clients that keep cookies can leave it out.',
  }),
);

const TrustDevice = Type.Optional(
  Type.Boolean({ description: 'Sets a cookie, with which the browser needs no second factor for 30 days.' }),
);

export const OwnPassword = Type.Object({ password: GivenPassword }, { title: 'OwnPassword' });

export const TotpSetup = Type.Object(
  {
    totpURI: Type.String({ description: 'An `otpauth:` URI. Show it as QR code.' }),
    backupCodes: Type.Array(Type.String(), { description: 'Recovery codes. Each is valid once.' }),
  },
  { title: 'TotpSetup', additionalProperties: true },
);

export const TotpCode = Type.Object(
  {
    code: Type.String({ pattern: '^\\d{6}$', maxLength: 6, description: 'Valid once, for about a minute.' }),
    trustDevice: TrustDevice,
    continuation: Continuation,
  },
  { title: 'TotpCode' },
);

export const RecoveryCode = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 50 }), trustDevice: TrustDevice, continuation: Continuation },
  { title: 'RecoveryCode' },
);

export const RecoveryCodes = Type.Object(
  { backupCodes: Type.Array(Type.String(), { description: 'Recovery codes. Each is valid once.' }) },
  { title: 'RecoveryCodes', additionalProperties: true },
);

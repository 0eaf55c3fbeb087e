import Type from 'typebox';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Continuation } from './second-factor.schema.ts';

/** What a browser gives to and gets from an authenticator, as JSON of WebAuthn. */
const Credential = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 2_000 }),
    rawId: Type.String({ minLength: 1, maxLength: 2_000 }),
    type: Type.Literal('public-key'),
    response: Type.Object(
      { clientDataJSON: Type.String({ minLength: 1, maxLength: 4_000 }) },
      { additionalProperties: true },
    ),
  },
  { additionalProperties: true, description: 'The `toJSON()` of the credential that the browser returns.' },
);

const PasskeyName = Type.String({ minLength: 1, maxLength: 100 });

/** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyOptions = Type.Object(
  {
    challenge: Type.String(),
    continuation: Type.String({
      description: 'Send it with the credential within 5 minutes. Clients that keep cookies can leave it out.',
    }),
  },
  { title: 'PasskeyOptions', additionalProperties: true },
);

export const NewPasskey = Type.Object(
  { response: Credential, name: Type.Optional(PasskeyName), continuation: Continuation },
  { title: 'NewPasskey' },
);

export const PasskeySignIn = Type.Object(
  { response: Credential, continuation: Continuation },
  { title: 'PasskeySignIn' },
);

export const PasskeyRename = Type.Object({ id: Uuid, name: PasskeyName }, { title: 'PasskeyRename' });

export const PasskeyId = Type.Object({ id: Uuid }, { title: 'PasskeyId' });

export const Passkey = Type.Object(
  {
    id: Type.String(),
    name: Type.Optional(Nullable(Type.String())),
    deviceType: Type.String({ description: '`multiDevice` if it is synchronized to other devices.' }),
    backedUp: Type.Boolean(),
    createdAt: Nullable(Timestamp),
    aaguid: Type.Optional(Nullable(Type.String({ description: 'The model of the authenticator.' }))),
  },
  { title: 'Passkey', additionalProperties: true },
);

export const PasskeyList = Type.Array(Passkey, { title: 'PasskeyList' });

export const PasskeyBody = Type.Object({ passkey: Passkey }, { title: 'PasskeyBody' });

export const PasskeyRemoved = Type.Object({ status: Type.Boolean() }, { title: 'PasskeyRemoved' });

import Type, { type Static } from 'typebox';
import { TOKEN_SCOPE_NAMES, TOKEN_SCOPES } from '#access/token-scope.ts';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const MAX_TOKENS = 50;
const MAX_DAYS = 365;
export const DEFAULT_DAYS = 90;

const Scope = Type.Enum(TOKEN_SCOPE_NAMES, {
  title: 'TokenScope',
  description: TOKEN_SCOPE_NAMES.map((name) => `- \`${name}\`: ${TOKEN_SCOPES[name]}.`).join('\n'),
});

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'What the token is for. Must not be blank.',
});

export const NewPersonalToken = Type.Object(
  {
    name: Name,
    scopes: Type.Array(Scope, { minItems: 1, maxItems: TOKEN_SCOPE_NAMES.length, uniqueItems: true }),
    expires_in_days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: `The default is ${DEFAULT_DAYS}.` }),
    ),
  },
  { title: 'NewPersonalToken' },
);
export type NewPersonalToken = Static<typeof NewPersonalToken>;

export const PersonalTokenChange = Type.Object({ name: Name }, { title: 'PersonalTokenChange' });
export type PersonalTokenChange = Static<typeof PersonalTokenChange>;

const PersonalToken = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    prefix: Type.String({ description: 'How the token begins.' }),
    scopes: Type.Array(Scope),
    is_expired: Type.Boolean(),
    expires_at: Timestamp,
    last_used_at: Nullable(Type.String({ format: 'date-time', description: 'Accurate to a minute.' })),
    created_at: Timestamp,
  },
  { title: 'PersonalToken' },
);
export type PersonalToken = Static<typeof PersonalToken>;

export const PersonalTokenBody = Type.Object({ token: PersonalToken }, { title: 'PersonalTokenBody' });

export const PersonalTokenList = Type.Object(
  { tokens: Type.Array(PersonalToken, { maxItems: MAX_TOKENS }) },
  { title: 'PersonalTokenList' },
);

export const CreatedPersonalToken = Type.Object(
  {
    token: PersonalToken,
    secret: Type.String({ description: 'Send it as bearer token. Returned only here.' }),
  },
  { title: 'CreatedPersonalToken' },
);
export type CreatedPersonalToken = Static<typeof CreatedPersonalToken>;

export const personalTokenErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'token.not-found',
    message: 'You have no personal access token with this id. GET /api/user/tokens lists yours.',
  },
  tooMany: {
    status: 409,
    code: 'token.too-many',
    message: `You have ${MAX_TOKENS} personal access tokens, the most that a user can have. Revoke one first.`,
  },
  notSuperAdmin: {
    status: 403,
    code: 'token.not-super-admin',
    message: 'Only super admins can create a personal access token with the scope admin:read. Leave it out.',
  },
});

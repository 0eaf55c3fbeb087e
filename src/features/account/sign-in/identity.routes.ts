import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { invalidAt } from '../../../platform/http/error-handler.ts';
import type { Routes } from '../../../platform/http/guarded-routes.ts';
import { networkOf } from '../../../platform/http/limits/rate-limit.ts';
import type { HttpScope } from '../../../platform/http/scope.ts';
import { requestOf } from '../../../platform/http/validation/field-label.ts';
import type { AccountDeps } from '../deps.ts';
import { throttleSignIn } from './sign-in-attempt.actions.ts';

const tags = ['Sign-in'];

const Session = Type.Object(
  {
    token: Type.String({ description: 'The session. Send it as bearer token to /auth/token.' }),
    user: Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() }, { additionalProperties: true }),
  },
  { title: 'Session', additionalProperties: true },
);

const Credentials = Type.Object(
  { email: Type.String(), password: Type.String({ minLength: 8, maxLength: 128 }) },
  { title: 'Credentials' },
);

const NewAccount = Type.Object({ name: Type.String(), ...Credentials.properties }, { title: 'NewAccount' });

const PasswordChange = Type.Object(
  { currentPassword: Type.String(), newPassword: Credentials.properties.password },
  { title: 'PasswordChange' },
);

const SignedOut = Type.Object({ success: Type.Boolean() }, { title: 'SignedOut' });

const AccessToken = Type.Object(
  { token: Type.String({ description: 'A JWT for the Authorization header.' }) },
  { title: 'AccessToken' },
);

const KeySet = Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) }, { title: 'KeySet' });

/** Each POST with an email address and a password is throttled as a sign-in. */
const SLOWED_DOWN = ['sign-in.slowed-down'] as const;

/** Credentials are short. The provider itself would read and store far more. */
const MAX_BODY_BYTES = 16 * 1024;

/** The routes of the built-in identity provider, which validates bodies itself. */
export function identityRoutes(deps: AccountDeps): Routes {
  const { answerIdentity } = deps;
  if (answerIdentity === null) return () => undefined;
  const forward = async (request: FastifyRequest, reply: FastifyReply) => {
    const webRequest = asWebRequest(request, deps.publicUrl);
    const email = emailOfSignIn(webRequest, request.body);
    const signIn = () => answerIdentity(webRequest);
    const response =
      email === null ? await signIn() : await throttleSignIn(deps, { email, network: networkOf(request.ip) }, signIn);
    return sendResponse(response, reply);
  };

  const register = async (scope: HttpScope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = MAX_BODY_BYTES;
    });
    // The body parser still admits only JSON with text that can be stored. The provider validates the rest.
    scope.setValidatorCompiler(() => () => true);
    scope.setSerializerCompiler(() => (body) => (typeof body === 'string' ? body : JSON.stringify(body)));

    scope.post(
      '/auth/sign-up/email',
      {
        config: { costly: 'sign-in', isAnswerSecret: true },
        schema: {
          tags,
          operationId: 'signUp',
          summary: 'Sign up',
          description: 'Creates an account with an e-mail address and a password, and starts a session.',
          body: NewAccount,
          response: { 200: Session },
        },
      },
      forward,
    );

    scope.post(
      '/auth/sign-in/email',
      {
        config: { costly: 'sign-in', isAnswerSecret: true },
        schema: {
          tags,
          operationId: 'signIn',
          summary: 'Sign in',
          description: 'Starts a session.',
          body: Credentials,
          errors: SLOWED_DOWN,
          response: { 200: Session },
        },
      },
      forward,
    );

    scope.get(
      '/auth/token',
      {
        config: { isAnswerSecret: true },
        schema: {
          tags,
          operationId: 'createAccessToken',
          summary: 'Get an access token',
          description:
            'Send the session as bearer token. The access token is valid for 15 minutes; the same session gets the next one.',
          security: [{ session: [] }],
          response: {
            200: AccessToken,
          },
        },
      },
      forward,
    );

    scope.get(
      '/auth/jwks',
      {
        schema: {
          tags,
          operationId: 'getSigningKeys',
          summary: 'Get the public keys of access tokens',
          description: 'The keys are a JSON Web Key Set (RFC 7517).',
          response: { 200: KeySet },
        },
      },
      forward,
    );

    scope.post(
      '/auth/sign-out',
      {
        schema: {
          tags,
          operationId: 'signOut',
          summary: 'Sign out',
          description: 'Ends the session, which is sent as bearer token or as cookie, and deletes the cookie.',
          security: [{ session: [] }, { sessionCookie: [] }],
          errors: SLOWED_DOWN,
          response: { 200: SignedOut },
        },
      },
      forward,
    );

    scope.post(
      '/auth/change-password',
      {
        config: { costly: 'sign-in', isAnswerSecret: true },
        schema: {
          tags,
          operationId: 'changePassword',
          summary: 'Change your password',
          description: 'Ends all your sessions, and starts a new one.',
          security: [{ session: [] }, { sessionCookie: [] }],
          body: PasswordChange,
          errors: SLOWED_DOWN,
          response: { 200: Session },
        },
      },
      forward,
    );

    const schema = {
      hide: true,
      summary: 'Call another route of the identity provider',
      description: 'See the documentation of better-auth.',
      response: { 200: Type.Any() },
    };
    scope.get('/auth/*', { config: { isAnswerSecret: true }, schema }, forward);
    // Limited as a sign-in, because the provider normalizes paths: /auth/./sign-in/email is a sign-in to it.
    scope.post(
      '/auth/*',
      { config: { costly: 'sign-in', isAnswerSecret: true }, schema: { ...schema, errors: SLOWED_DOWN } },
      forward,
    );
  };
  return (scope) => void scope.register(register);
}

/**
 * The email address of a sign-in, or null for other requests. Decided by the body instead of the path, because the provider
 * normalizes paths that Meadow does not.
 */
function emailOfSignIn({ url }: Request, body: unknown): string | null {
  if (new URL(url).pathname === '/auth/sign-up/email' || typeof body !== 'object' || body === null) return null;
  const { email, password } = body as { email?: unknown; password?: unknown };
  return typeof email === 'string' && typeof password === 'string' ? email : null;
}

function asWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // Node's fetch sends sec-fetch-mode without sec-fetch-site, which the provider rejects as a hidden origin.
  if (!headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode');
  // The body is serialized again, which can change its length.
  headers.delete('content-length');
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  return new Request(new URL(request.url, publicUrl), { method: request.method, headers, body });
}

/** Sends the provider's response. Errors get the body of all problems. */
async function sendResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const text = await response.text();
  reply.status(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'content-length' && name !== 'set-cookie') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (response.ok || response.status < 400) return reply.send(text);
  return reply.type('application/json; charset=utf-8').send(problemBody(text, reply.request.id));
}

function problemBody(text: string, requestId: string) {
  const { message, code } = parseProviderError(text);
  const details = code === 'VALIDATION_ERROR' ? parseDetails(message ?? '') : [];
  const [first] = details;
  return {
    error: first ? invalidAt(first) : (message ?? 'The identity provider rejected the request. See /docs.'),
    code: `identity.${(code ?? 'refused').toLowerCase().replaceAll('_', '-')}`,
    request_id: requestId,
    ...(first && { details }),
  };
}

/** The provider's `[body.email] Invalid email address; [body.name] …` as details. */
function parseDetails(message: string) {
  return [...message.matchAll(/\[([\w.]+)\] (.*?)(?=; \[|$)/gs)].map(([, path = '', text = '']) => {
    const isMissing = text.endsWith('received undefined') && path.includes('.');
    return isMissing
      ? { path, message: `Give ${requestOf(path.split('.').at(-1) ?? '')}.`, rule: 'required' }
      : { path, message: `${text}.`, rule: text.startsWith('Invalid input') ? 'type' : 'format' };
  });
}

function parseProviderError(text: string): { message?: string; code?: string } {
  try {
    const { message, code } = JSON.parse(text) as { message?: unknown; code?: unknown };
    return {
      ...(typeof message === 'string' && { message }),
      ...(typeof code === 'string' && { code }),
    };
  } catch {
    return {};
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Routes } from '../../platform/http/guarded-routes.ts';
import { networkOf } from '../../platform/http/limits/rate-limit.ts';
import type { HttpScope } from '../../platform/http/scope.ts';
import { type SignInDeps, signInSlowly } from './sign-in-attempt.actions.ts';

const tags = ['Sign-in'];

export type IdentityRoutesDeps = SignInDeps & {
  publicUrl: string;
  /** Answers a request to the built-in identity provider; null if another one is configured. */
  answerIdentity: ((request: Request) => Promise<Response>) | null;
};

const Session = Type.Object(
  {
    token: Type.String({ description: 'The session: send it as bearer to /auth/token.' }),
    user: Type.Object({ id: Type.String(), email: Type.String(), name: Type.String() }, { additionalProperties: true }),
  },
  { title: 'Session', additionalProperties: true },
);

const Credentials = Type.Object(
  { email: Type.String(), password: Type.String({ minLength: 8, maxLength: 128 }) },
  { title: 'Credentials' },
);

const NewAccount = Type.Object({ name: Type.String(), ...Credentials.properties }, { title: 'NewAccount' });

const AccessToken = Type.Object(
  { token: Type.String({ description: 'A JWT for the Authorization header.' }) },
  { title: 'AccessToken' },
);

const KeySet = Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) }, { title: 'KeySet' });

/** In bytes. What people sign up and in with is short; the provider would read and keep far more. */
const MAX_BODY_BYTES = 16 * 1024;

/** The built-in identity provider's own interface. What its bodies must hold is checked by the provider itself. */
export function identityRoutes(deps: IdentityRoutesDeps): Routes {
  const { answerIdentity } = deps;
  if (answerIdentity === null) return () => undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const webRequest = asWebRequest(request, deps.publicUrl);
    const email = addressSignedInTo(webRequest, request.body);
    const signIn = () => answerIdentity(webRequest);
    const response =
      email === null ? await signIn() : await signInSlowly(deps, { email, network: networkOf(request.ip) }, signIn);
    return passOn(response, reply);
  };

  const register = async (scope: HttpScope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = MAX_BODY_BYTES;
    });
    // What comes is read as everywhere, so no other type than JSON and no text that cannot be stored gets through; whether
    // it is what the description says is checked by the provider.
    scope.setValidatorCompiler(() => () => true);
    scope.setSerializerCompiler(() => (body) => (typeof body === 'string' ? body : JSON.stringify(body)));

    scope.post(
      '/auth/sign-up/email',
      {
        config: { costly: 'sign-in' },
        schema: {
          tags,
          operationId: 'signUp',
          summary: 'Sign up',
          description: 'Creates an account with an e-mail address and a password, and starts a session.',
          body: NewAccount,
          response: { 200: Session },
        },
      },
      answer,
    );

    scope.post(
      '/auth/sign-in/email',
      {
        config: { costly: 'sign-in' },
        schema: {
          tags,
          operationId: 'signIn',
          summary: 'Sign in',
          description: 'Starts a session.',
          body: Credentials,
          errors: ['sign-in.slowed-down'],
          response: { 200: Session },
        },
      },
      answer,
    );

    scope.get(
      '/auth/token',
      {
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
      answer,
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
      answer,
    );

    const schema = {
      hide: true,
      summary: 'Everything else of the identity provider',
      description: 'Sign-out, sessions, change of password and so on: see the documentation of better-auth.',
      response: { 200: Type.Any() },
    };
    scope.get('/auth/*', { schema }, answer);
    // Costly, because the provider reads addresses more loosely: /auth/./sign-in/email is a sign-in to it.
    scope.post('/auth/*', { config: { costly: 'sign-in' }, schema }, answer);
  };
  return (scope) => void scope.register(register);
}

/**
 * Whose password a request tries, by what it holds and not by where it goes: the provider reads addresses more loosely than we
 * do. Null for any other request.
 */
function addressSignedInTo({ url }: Request, body: unknown): string | null {
  if (new URL(url).pathname === '/auth/sign-up/email' || typeof body !== 'object' || body === null) return null;
  const { email, password } = body as { email?: unknown; password?: unknown };
  return typeof email === 'string' && typeof password === 'string' ? email : null;
}

function asWebRequest(request: FastifyRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // Node's fetch says its mode like a browser, but no site: the provider would take it for one that hides its origin.
  if (!headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode');
  // The body is written anew, and its length with it.
  headers.delete('content-length');
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  return new Request(new URL(request.url, publicUrl), { method: request.method, headers, body });
}

/** The provider's answer with its own status; a refusal gets the body that all refusals have. */
async function passOn(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const text = await response.text();
  reply.status(response.status);
  for (const [name, value] of response.headers) {
    if (name !== 'content-length' && name !== 'set-cookie') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (response.ok || response.status < 400) return reply.send(text);
  return reply.type('application/json; charset=utf-8').send(refusalBody(text, reply.request.id));
}

function refusalBody(text: string, requestId: string) {
  const { message, code } = readRefusal(text);
  return {
    error: message ?? 'The identity provider refused the request. Check it against /docs.',
    code: `identity.${(code ?? 'refused').toLowerCase().replaceAll('_', '-')}`,
    request_id: requestId,
  };
}

function readRefusal(text: string): { message?: string; code?: string } {
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

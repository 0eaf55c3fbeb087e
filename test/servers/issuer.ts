import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

const AUDIENCE = 'meadow-tests';

export type TestIssuer = {
  issuer: string;
  jwksUrl: string;
  audience: string;
  /** The number of requests for the key set. */
  fetches(): number;
  /** The published key set. */
  keys(): JWK[];
  /** Publishes another key and signs tokens with it from now on. `Ed25519` is the name of `EdDSA` in RFC 9864. */
  rotate(kid: string, alg?: 'EdDSA' | 'Ed25519'): Promise<void>;
  /** Signs an access token. `claims` and `header` override the defaults. */
  sign(subject: string, issuedAt: Date, claims?: JWTPayload, header?: { kid?: string }): Promise<string>;
  close(): Promise<void>;
};

/** Starts an identity provider: a key pair, and an HTTP server that publishes the public key. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const keys: JWK[] = [];
  let signing = await makeKey('test-key');
  keys.push(signing.published);
  let fetches = 0;
  const server = createServer((_request, response) => {
    fetches += 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    audience: AUDIENCE,
    fetches: () => fetches,
    keys: () => keys,
    rotate: async (kid, alg) => {
      signing = await makeKey(kid, alg);
      keys.push(signing.published);
    },
    sign: (subject, issuedAt, claims = {}, header = {}) => {
      const seconds = issuedAt.getTime() / 1000;
      return new SignJWT({ iss: issuer, aud: AUDIENCE, sub: subject, iat: seconds, exp: seconds + 900, ...claims })
        .setProtectedHeader({ alg: signing.published.alg, kid: signing.kid, ...header })
        .sign(signing.privateKey);
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function makeKey(kid: string, alg = 'EdDSA') {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  return { kid, privateKey, published: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

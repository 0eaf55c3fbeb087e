import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a sign-in or a registration can get wrong. */
export type Deviation = {
  origin?: string;
  /** The signed challenge, in place of that of the options. */
  challenge?: string;
  rpId?: string;
  counter?: number;
  isUserVerified?: boolean;
};

type Options = { challenge: string };

/** A software authenticator of WebAuthn with one passkey: ES256, attestation `none`, and a counter. */
export function createAuthenticator({ origin, rpId }: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, options: Options, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? options.challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );

  /** The hash of the relying party, flags, the counter, and the attested credential if there is one. */
  const authenticatorData = (deviation: Deviation, attested = Buffer.alloc(0)) => {
    counter = deviation.counter ?? counter + 1;
    const isVerified = deviation.isUserVerified ?? true;
    const head = Buffer.alloc(5);
    head[0] = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), head, attested]);
  };

  const credential = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    /** The response to the options of a registration. */
    register(options: Options, deviation: Deviation = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = encodeCbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = authenticatorData(deviation, Buffer.concat([Buffer.alloc(16), length, credentialId, key]));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', options, deviation).toString('base64url'),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    /** The response to the options of a sign-in. */
    signIn(options: Options, deviation: Deviation = {}) {
      const client = clientData('webauthn.get', options, deviation);
      const data = authenticatorData(deviation);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      });
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** CBOR (RFC 8949) of integers, texts, bytes and maps. */
function encodeCbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    return Buffer.concat([cborHead(5, value.size), ...[...value].flat().map((part) => encodeCbor(part))]);
  }
  throw new Error('This value has no CBOR here.');
}

function cborHead(majorType: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(majorType << 5) | length]);
  if (length < 256) return Buffer.from([(majorType << 5) | 24, length]);
  return Buffer.from([(majorType << 5) | 25, length >> 8, length & 255]);
}

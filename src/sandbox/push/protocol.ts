import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';

/** What a browser keeps to itself when it subscribes. */
export type BrowserKeys = { curve: ECDH; auth: Buffer };

export function createBrowserKeys(): BrowserKeys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return { curve, auth: randomBytes(16) };
}

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const LAST_RECORD = 2;

/** The text of a message as the browser reads it (RFC 8291, in the encoding of RFC 8188). Throws where it cannot be read. */
export function decryptMessage({ curve, auth }: BrowserKeys, body: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const keyLength = body.readUInt8(SALT_BYTES + 4);
  const senderKey = body.subarray(SALT_BYTES + 5, SALT_BYTES + 5 + keyLength);
  const record = body.subarray(SALT_BYTES + 5 + keyLength);
  if (record.length > body.readUInt32BE(SALT_BYTES)) throw new Error('A message is one record.');

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]);
  const secret = derive(curve.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.lastIndexOf(LAST_RECORD);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The message is cut off.');
  return padded.subarray(0, end).toString('utf8');
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Who says that they have sent a message, in seconds since 1970 until when. */
export type VapidClaims = { publicKey: string; aud: string; sub: string; exp: number };

/** What the header Authorization says (RFC 8292), or null where its signature is not that of its key. */
export function readVapid(authorization: string | undefined): VapidClaims | null {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization ?? '');
  if (match === null) return null;
  const [header, claims, signature, publicKey] = match.slice(1) as [string, string, string, string];
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKeyOf(publicKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || jsonOf(header).alg !== 'ES256') return null;
  return { ...(jsonOf(claims) as Omit<VapidClaims, 'publicKey'>), publicKey };
}

function publicKeyOf(point: string) {
  const bytes = Buffer.from(point, 'base64url');
  const coordinates = { x: bytes.toString('base64url', 1, 33), y: bytes.toString('base64url', 33) };
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } });
}

const jsonOf = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;

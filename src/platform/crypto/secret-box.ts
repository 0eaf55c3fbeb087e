import { createHash } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, errors } from 'jose';

/** Encrypts secrets that have to be read again, as text for a column. */
export type SecretBox = {
  /** `context` says what the secret is and whose. The text shows it, and opens for no other. */
  seal(secret: string, context: string): Promise<string>;
  /** Null if the text was sealed for another context, was changed, or needs a key that is not given. */
  open(sealed: string, context: string): Promise<string | null>;
  /** Whether the newest key has sealed this text. */
  isCurrent(sealed: string): boolean;
};

const ALGORITHM = 'dir';
const ENCRYPTION = 'A256GCM';
const KEY_BYTES = 32;

/**
 * Creates a box of compact JWEs (RFC 7516), AES-256-GCM with a random nonce. Each of `secrets` is 32 bytes as base64url, derived for
 * this purpose alone (`deriveSecret`). The first seals, all of them open: `kid` names the key, so keys rotate without downtime.
 */
export function createSecretBox(secrets: readonly [string, ...string[]]): SecretBox {
  const [newest, ...others] = secrets.map(keyOf) as [Key, ...Key[]];
  const keys = new Map([...others, newest].map(({ id, bytes }) => [id, bytes]));

  return {
    seal: (secret, context) =>
      new CompactEncrypt(Buffer.from(secret))
        .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION, kid: newest.id, context })
        .encrypt(newest.bytes),

    async open(sealed, context) {
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(sealed, ({ kid = '' }) => keyNamed(keys, kid), {
          keyManagementAlgorithms: [ALGORITHM],
          contentEncryptionAlgorithms: [ENCRYPTION],
        });
        return protectedHeader.context === context ? Buffer.from(plaintext).toString() : null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },

    isCurrent: (sealed) => decodeProtectedHeader(sealed).kid === newest.id,
  };
}

type Key = { id: string; bytes: Uint8Array };

function keyOf(secret: string): Key {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length !== KEY_BYTES) throw new Error(`A key has ${KEY_BYTES} bytes.`);
  return { id: createHash('sha256').update('key id').update(bytes).digest('base64url').slice(0, 8), bytes };
}

function keyNamed(keys: ReadonlyMap<string, Uint8Array>, id: string): Uint8Array {
  const key = keys.get(id);
  if (key === undefined) throw new errors.JWEDecryptionFailed();
  return key;
}

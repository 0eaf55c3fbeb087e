import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Random } from './random.ts';

/** Keeps secrets that have to be read again, as texts that show nothing to whoever does not hold the key. */
export type SecretBox = {
  /** `context` says what the secret is and whose: what was sealed for one place opens in no other. */
  seal(secret: string, context: string): string;
  /** Null for what was not sealed for this context, was changed since, or with a key that is not held any more. */
  open(sealed: string, context: string): string | null;
  /** Whether the newest key has sealed it. */
  isCurrent(sealed: string): boolean;
};

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM. Each of `secrets` is 32 bytes as base64url, for nothing else (see `deriveSecret`): the first seals, and all of
 * them open. A sealed text names its key, so that keys can be exchanged without a day on which nothing can be read.
 */
export function createSecretBox(secrets: readonly [string, ...string[]], random: Random): SecretBox {
  const [newest, ...others] = secrets.map(keyOf) as [Key, ...Key[]];
  const keys = new Map([...others, newest].map((key) => [key.id, key]));

  return {
    seal: (secret, context) => {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, newest.bytes, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(newest, context));
      const hidden = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, newest.id, Buffer.from(nonce).toString('base64url'), hidden.toString('base64url')].join('.');
    },

    open: (sealed, context) => {
      const [version, id = '', nonceText = '', hiddenText = '', ...rest] = sealed.split('.');
      const key = keys.get(id);
      const [nonce, hidden] = [Buffer.from(nonceText, 'base64url'), Buffer.from(hiddenText, 'base64url')];
      const isEnvelope = version === VERSION && rest.length === 0;
      if (!isEnvelope || key === undefined || nonce.length !== NONCE_BYTES || hidden.length < TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundTo(key, context));
      decipher.setAuthTag(hidden.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(hidden.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        // The tag does not fit: nothing of what came out may be looked at.
        return null;
      }
    },

    isCurrent: (sealed) => sealed.split('.')[1] === newest.id,
  };
}

type Key = { id: string; bytes: Buffer };

function keyOf(secret: string): Key {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length !== 32) throw new Error('A key has 32 bytes.');
  return { id: createHash('sha256').update('key id').update(bytes).digest('base64url').slice(0, 8), bytes };
}

/** What the tag vouches for besides the secret. */
function boundTo(key: Key, context: string): Buffer {
  return Buffer.from(`${VERSION}.${key.id}.${context}`);
}

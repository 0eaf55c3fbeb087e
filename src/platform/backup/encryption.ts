import { open, readFile } from 'node:fs/promises';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';

/** A transform for `pipeline`. Its memory does not grow with what passes. */
export type Transform = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** The first line of each file in the binary format of age (https://age-encryption.org/v1). */
const FIRST_LINE = 'age-encryption.org/v1\n';
const IDENTITY = /^AGE-SECRET-KEY-[A-Z0-9-]+$/;

/** A file cannot be decrypted with the given identities. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

/** Encrypts to each of the recipients, such as `age1…`. Throws an error that names one that is none. */
export function encryptTo(recipients: readonly string[]): Transform {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      const advice = 'A recipient starts with age1. Create one with: age-keygen';
      throw new Error(`${recipient} is not a recipient of age. ${advice}`, { cause });
    }
  }
  return async function* encrypt(source) {
    yield* toIterable(await encrypter.encrypt(toStream(source)));
  };
}

/** Decrypts with the first of the identities that fits; `DecryptionError` if none does. Rejects if the source was cut or changed. */
export function decryptWith(identities: readonly string[]): Transform {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async function* decrypt(source) {
    const decrypted = await decrypter.decrypt(toStream(source)).catch((cause: Error) => {
      if (!cause.message.startsWith('no identity matched')) throw cause;
      throw new DecryptionError('The identity is none of those that the file was encrypted to. Use another one.', {
        cause,
      });
    });
    yield* toIterable(decrypted);
  };
}

/** Whether a file is encrypted, as its first line says. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE.length), 0, FIRST_LINE.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === FIRST_LINE;
  } finally {
    await file.close();
  }
}

/** Reads the identities of a file of `age-keygen`. The error contains nothing of the file. */
export async function readIdentities(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (identities.length > 0 && identities.every((line) => IDENTITY.test(line))) return identities;
  throw new Error(
    `${path} is not an identity file of age-keygen. If a passphrase protects it, decrypt it first: age -d ${path} > <file>`,
  );
}

// The library knows the streams of browsers. Those of Node are the same, and can be iterated.
const toStream = (source: AsyncIterable<Uint8Array>) =>
  NodeReadableStream.from(source) as unknown as ReadableStream<Uint8Array>;
const toIterable = (stream: ReadableStream<Uint8Array>) => stream as unknown as NodeReadableStream<Uint8Array>;

import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { verifyPassword } from 'better-auth/crypto';
import type { PasswordHashing } from '#providers/identity/identity.ts';

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);
const hashOf = async (password: string, salt: string) =>
  `fast:${salt}:${(await derive(password, salt, 64, { N: 2 })).toString('hex')}`;

/** Hashes as the identity provider does, at the lowest cost: the usual one was most of the time of tests that sign in. */
export const FAST_PASSWORDS: PasswordHashing = {
  hash: (password) => hashOf(password, randomBytes(16).toString('hex')),
  // Commands hash without the provider, at its usual cost.
  verify: async ({ hash, password }) => {
    const [kind, salt = ''] = hash.split(':');
    return kind === 'fast' ? hash === (await hashOf(password, salt)) : verifyPassword({ hash, password });
  },
};

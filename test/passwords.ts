import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHashing } from '../src/providers/identity/identity.ts';

const derive = promisify<string, string, number, { N: number }, Buffer>(scrypt);
const hashOf = async (password: string, salt: string) =>
  `${salt}:${(await derive(password, salt, 64, { N: 2 })).toString('hex')}`;

/** Hashes as the identity provider does, at the lowest cost: the usual one was most of the time of tests that sign in. */
export const FAST_PASSWORDS: PasswordHashing = {
  hash: (password) => hashOf(password, randomBytes(16).toString('hex')),
  verify: async ({ hash, password }) => hash === (await hashOf(password, hash.split(':')[0] ?? '')),
};

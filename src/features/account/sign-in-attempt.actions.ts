import type { Clock } from '../../platform/clock.ts';
import { digestOf } from '../../platform/crypto/digest.ts';
import type { Db } from '../../platform/db/database.ts';
import { PAUSES_SECONDS } from './sign-in-attempt.rules.ts';
import { signInErrors } from './sign-in-attempt.schema.ts';
import {
  claimSignInAttempt,
  deleteExpiredAttempts,
  findSignInBlock,
  upsertKnownNetwork,
} from './sign-in-attempt.store.ts';

export type SignInDeps = { db: Db; clock: Clock };

const DAY_MS = 24 * 60 * 60 * 1_000;
const KNOWN_NETWORK_DAYS = 90;
/** More than an attempt adds. */
const DELETE_BATCH_SIZE = 10;

/**
 * Signs in by `signIn`, unless there were too many failures for the address lately. Networks from which the account was signed
 * in to before are counted apart, so that those who guess elsewhere do not keep its owner out. An address that nobody has is
 * treated alike. Throws `sign-in.slowed-down`.
 */
export async function signInSlowly(
  { db, clock }: SignInDeps,
  { email, network }: { email: string; network: string },
  signIn: () => Promise<Response>,
): Promise<Response> {
  const now = clock.now();
  const attempt = {
    accountDigest: digestOf(`sign-in ${email.trim().toLowerCase()}`).toString('base64url'),
    networkDigest: digestOf(`sign-in ${network}`).toString('base64url'),
    now,
    expiresAt: new Date(now.getTime() + DAY_MS),
  };
  const counted = await claimSignInAttempt(db, attempt, PAUSES_SECONDS);
  if (counted === undefined) {
    const until = (await findSignInBlock(db, attempt)) ?? now;
    throw signInErrors.slowedDown({
      retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000)),
    });
  }
  const answer = await signIn();
  if (answer.ok) {
    const known = { ...attempt, expiresAt: new Date(now.getTime() + KNOWN_NETWORK_DAYS * DAY_MS) };
    await upsertKnownNetwork(db, known, counted);
  } else await deleteExpiredAttempts(db, now, DELETE_BATCH_SIZE);
  return answer;
}

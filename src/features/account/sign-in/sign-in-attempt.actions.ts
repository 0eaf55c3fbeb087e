import { digestOf } from '#platform/crypto/digest.ts';
import type { AccountDeps } from '../deps.ts';
import { signInErrors } from './sign-in-attempt.schema.ts';
import {
  type Attempt,
  claimSignInAttempt,
  completeAttempt,
  deleteExpiredAttempts,
  findSignInBlock,
  updateWithoutFailure,
  upsertKnownNetwork,
} from './sign-in-attempt.store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const KNOWN_NETWORK_DAYS = 90;
/** More than one attempt adds, so that the table shrinks. */
const DELETE_BATCH_SIZE = 10;

/**
 * How long an account rejects sign-ins after the first, second, … consecutive failure, in seconds. The last value applies to all
 * further failures.
 */
const DELAYS_SECONDS: readonly number[] = [0, 0, 0, 0, 30, 60, 120, 240, 480, 900];

/** Failures from a network that are free: many users may share one. Then the delays are those of an account. */
const FREE_FAILURES_OF_NETWORK = 100;
const NETWORK_DELAYS_SECONDS: readonly number[] = [
  ...Array<number>(FREE_FAILURES_OF_NETWORK).fill(0),
  ...DELAYS_SECONDS.filter((seconds) => seconds > 0),
];

/**
 * Calls `signIn` unless the email address had too many failures recently. Networks from which the account has signed in before
 * are counted separately, so that an attacker elsewhere does not lock out the owner. Unknown addresses are treated alike. A
 * network from which the account has not signed in before is slowed down for its failures at all accounts, too.
 */
export async function throttleSignIn(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  { email, network }: { email: string; network: string },
  signIn: () => Promise<Response>,
): Promise<Response> {
  const now = clock.now();
  const attempt = attemptOf(email, network, now, 1);
  const counted = await claimSignInAttempt(db, attempt, DELAYS_SECONDS);
  if (counted === undefined) throw await slowedDown(db, attempt);
  const ofNetwork = ofNetworkOf(attempt, network);
  const isUnknownNetwork = counted.network_digest === '';
  if (isUnknownNetwork && (await claimSignInAttempt(db, ofNetwork, NETWORK_DELAYS_SECONDS)) === undefined) {
    throw await slowedDown(db, ofNetwork);
  }
  const response = await signIn();
  if (response.ok && !(await needsSecondFactor(response))) {
    await upsertKnownNetwork(db, attemptOf(email, network, now, KNOWN_NETWORK_DAYS), counted);
    if (isUnknownNetwork) await updateWithoutFailure(db, ofNetwork);
  } else await deleteExpiredAttempts(db, now, DELETE_BATCH_SIZE);
  return response;
}

/** Calls the second step of a sign-in. If it succeeds, the first one counts no longer as failed. */
export async function completeSignIn(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  network: string,
  verify: () => Promise<Response>,
): Promise<Response> {
  const response = await verify();
  if (!response.ok) return response;
  const { user } = (await response.clone().json()) as { user: { email: string } };
  const attempt = attemptOf(user.email, network, clock.now(), KNOWN_NETWORK_DAYS);
  if (await completeAttempt(db, attempt)) await updateWithoutFailure(db, ofNetworkOf(attempt, network));
  return response;
}

function attemptOf(email: string, network: string, now: Date, days: number): Attempt {
  return {
    accountDigest: digestOf(`sign-in ${email.trim().toLowerCase()}`).toString('base64url'),
    networkDigest: digestOf(`sign-in ${network}`).toString('base64url'),
    now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  };
}

function ofNetworkOf(attempt: Attempt, network: string): Attempt {
  return { ...attempt, accountDigest: digestOf(`sign-in from ${network}`).toString('base64url') };
}

/** A right password without the second factor counts as a failure, so that guessing codes is delayed. */
async function needsSecondFactor(response: Response): Promise<boolean> {
  return 'twoFactorRedirect' in ((await response.clone().json()) as object);
}

async function slowedDown(db: AccountDeps['db'], attempt: Attempt): Promise<Error> {
  const until = (await findSignInBlock(db, attempt)) ?? attempt.now;
  return signInErrors.slowedDown({
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - attempt.now.getTime()) / 1_000)),
  });
}

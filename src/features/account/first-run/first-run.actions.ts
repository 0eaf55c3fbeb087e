import type { Actor } from '#access/actor.ts';
import { createSecretCheck } from '#platform/crypto/secrets.ts';
import type { Tx } from '#platform/db/database.ts';
import { promoteFirst } from '../authentication/promotion.actions.ts';
import { existsSuperAdmin } from '../authentication/promotion.store.ts';
import type { AccountDeps } from '../deps.ts';
import { codeOfSignature, normalizeCode } from './first-run.rules.ts';
import { firstRunErrors } from './first-run.schema.ts';
import { claimFirstRunCode, findFirstRunCode, releaseFirstRunCode, upsertFirstRunCode } from './first-run.store.ts';

export type FirstRunDeps = Pick<AccountDeps, 'db' | 'clock' | 'ids' | 'firstRunSignatures'>;

/** The code that makes its first user super admin, the same on all nodes. Null if there is a super admin. */
export async function offerFirstRun(deps: FirstRunDeps): Promise<string | null> {
  if (await existsSuperAdmin(deps.db)) return null;
  return codeOf(deps, await upsertFirstRunCode(deps.db, deps.ids.next(), deps.clock.now()));
}

/** Checks a code, without a use of it. */
export async function checkFirstRunCode(deps: FirstRunDeps, given: string): Promise<void> {
  await requireCode(deps, given);
}

/** Makes the caller super admin, once. The token of the request counts as issued after the promotion. */
export async function becomeFirstSuperAdmin(
  deps: FirstRunDeps & Pick<AccountDeps, 'accessTokens' | 'awaitInvalidation'>,
  actor: Actor,
  given: string,
  accessToken: string | null,
): Promise<void> {
  const claims = accessToken === null ? null : await deps.accessTokens.verify(accessToken);
  const claim = await claimFirstRun(deps, given);
  try {
    await deps.db.transaction().execute((tx) => claim.promote(tx, actor.userId, claims?.issuedAt ?? deps.clock.now()));
  } catch (error) {
    await claim.release();
    throw error;
  }
  await deps.awaitInvalidation();
}

/** A use of the code: `promote` makes a user super admin, or `release` gives the use back. */
export type FirstRunClaim = {
  promote: (tx: Tx, userId: string, since: Date) => Promise<void>;
  release: () => Promise<void>;
};

/** Claims the code, so that one of concurrent callers gets it. */
async function claimFirstRun(deps: FirstRunDeps, given: string): Promise<FirstRunClaim> {
  const id = await requireCode(deps, given);
  if (!(await claimFirstRunCode(deps.db, id, deps.clock.now()))) throw firstRunErrors.finished();
  return {
    promote: (tx, userId, since) => promoteFirst(deps, tx, userId, since),
    release: () => releaseFirstRunCode(deps.db, id),
  };
}

/** Claims the code if this is it. Null if it is something else, such as an invitation. */
export async function claimIfFirstRun(deps: FirstRunDeps, given: string): Promise<FirstRunClaim | null> {
  const row = await findFirstRunCode(deps.db);
  return row !== undefined && isCode(deps, row.id, given) ? claimFirstRun(deps, given) : null;
}

async function requireCode(deps: FirstRunDeps, given: string): Promise<string> {
  if (await existsSuperAdmin(deps.db)) throw firstRunErrors.finished();
  const row = await findFirstRunCode(deps.db);
  if (row === undefined || !isCode(deps, row.id, given)) throw firstRunErrors.codeInvalid();
  if (row.claimed_at !== null) throw firstRunErrors.finished();
  return row.id;
}

function isCode(deps: FirstRunDeps, id: string, given: string): boolean {
  return createSecretCheck([codeOf(deps, id)])(normalizeCode(given));
}

function codeOf({ firstRunSignatures }: FirstRunDeps, id: string): string {
  return codeOfSignature(firstRunSignatures.sign(`first run ${id}`));
}

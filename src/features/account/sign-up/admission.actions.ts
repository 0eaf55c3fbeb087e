import { insertProfilesOfSignUp } from '../authentication/promotion.store.ts';
import type { AccountDeps, GroupAdmission } from '../deps.ts';
import { claimIfFirstRun, type FirstRunClaim } from '../first-run/first-run.actions.ts';
import { parseInvitationToken } from './invitation-token.actions.ts';
import { signUpErrors } from './sign-up-invitation.schema.ts';
import { claimSignUpInvitation, releaseSignUpInvitation } from './sign-up-invitation.store.ts';

type AdmissionDeps = Pick<
  AccountDeps,
  | 'db'
  | 'clock'
  | 'ids'
  | 'signUpPolicy'
  | 'invitationSignatures'
  | 'firstRunSignatures'
  | 'groupAdmissions'
  | 'onUsersCreated'
>;

type Claim = { release: () => Promise<void>; group: GroupAdmission | null; firstRun: FirstRunClaim | null };

/**
 * Calls `signUp` if the policy admits it. A use of the invitation is counted before, so that concurrent sign-ups cannot exceed its
 * limit, and returned if no account is created. The account of a link to a group becomes a member at once, and that of the first
 * run a super admin, with every policy.
 */
export async function admitSignUp(
  deps: AdmissionDeps,
  { email, invitation }: { email: string; invitation: string | null },
  signUp: () => Promise<Response>,
): Promise<Response> {
  const firstRun = invitation === null ? null : await claimIfFirstRun(deps, invitation);
  if (firstRun === null && deps.signUpPolicy === 'closed') throw signUpErrors.closed();
  if (invitation === null) {
    if (deps.signUpPolicy === 'invite') throw signUpErrors.invitationRequired();
    return signUp();
  }
  const claim = firstRun === null ? await claimInvitation(deps, email, invitation) : claimOf(firstRun);
  const response = await signUp().catch(async (error) => {
    await claim.release();
    throw error;
  });
  const isCreated = response.ok && (await createProfile(deps, await userIdOf(response), claim));
  if (!isCreated) await claim.release();
  // The holder of the code of the first run is the operator, and has to know.
  return response.ok && !isCreated && firstRun !== null ? Response.json(ADDRESS_TAKEN, { status: 422 }) : response;
}

const ADDRESS_TAKEN = { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' };

const claimOf = (firstRun: FirstRunClaim): Claim => ({ release: firstRun.release, group: null, firstRun });

async function claimInvitation(deps: AdmissionDeps, email: string, token: string): Promise<Claim> {
  const id = parseInvitationToken(deps.invitationSignatures, 'sign-up invitation', token);
  if (id !== null && (await claimSignUpInvitation(deps.db, id, email, deps.clock.now()))) {
    return { release: () => releaseSignUpInvitation(deps.db, id), group: null, firstRun: null };
  }
  const group = id === null ? await deps.groupAdmissions.claim(token, email) : null;
  if (group === null) throw signUpErrors.invitationInvalid();
  return { release: () => deps.groupAdmissions.release(group), group, firstRun: null };
}

/** Creates the profile, and the membership or the role. Returns false if there is no such account. */
async function createProfile(deps: AdmissionDeps, userId: string, { group, firstRun }: Claim): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const created = await insertProfilesOfSignUp(tx, userId, now);
    if (created.length === 0) return false;
    await deps.onUsersCreated(tx, created);
    if (group !== null) await deps.groupAdmissions.join(tx, userId, group);
    await firstRun?.promote(tx, userId, now);
    return true;
  });
}

async function userIdOf(response: Response): Promise<string> {
  const { user } = (await response.clone().json()) as { user: { id: string } };
  return user.id;
}

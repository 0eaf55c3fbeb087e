import type { Actor } from '#access/actor.ts';
import type { Tx } from '#platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import { recordAudit } from '../audit/audit.actions.ts';
import type { AccountDeps } from '../deps.ts';
import { invitationTokenOf } from './invitation-token.actions.ts';
import {
  type NewSignUpInvitation,
  type NewSignUpInvitationBody,
  type SignUpInvitation,
  signUpErrors,
} from './sign-up-invitation.schema.ts';
import {
  deleteSignUpInvitation,
  insertSignUpInvitation,
  listSignUpInvitations,
  type SignUpInvitationRow,
} from './sign-up-invitation.store.ts';

const DEFAULT_LIFETIME_SECONDS = 14 * 24 * 60 * 60;

type InvitationDeps = Pick<AccountDeps, 'db' | 'clock' | 'ids' | 'invitationSignatures' | 'inviteToSignUpByMail'>;

/** Creates an invitation to sign up. With an email address, an email with its token is queued. Audited. */
export async function createSignUpInvitation(
  deps: InvitationDeps,
  actor: Actor,
  { email, expires_in, max_uses = 1 }: NewSignUpInvitation,
): Promise<NewSignUpInvitationBody> {
  if (email !== undefined && max_uses !== 1) throw signUpErrors.ambiguous();
  return deps.db.transaction().execute(async (tx) => {
    const invitation = await inviteToSignUp(deps, tx, actor, {
      email: email ?? null,
      name: null,
      expires_in,
      max_uses,
    });
    return { invitation, token: invitationTokenOf(deps.invitationSignatures, 'sign-up invitation', invitation.id) };
  });
}

/** `email` and `name` are null for an invitation that any holder of the token can use. */
type InvitationTerms = {
  email: string | null;
  name: string | null;
  expires_in?: number | undefined;
  max_uses?: number;
};

/** Creates an invitation in the transaction of its cause, such as the approval of a waitlist entry. */
export async function inviteToSignUp(
  deps: Omit<InvitationDeps, 'db' | 'invitationSignatures'>,
  tx: Tx,
  actor: Actor,
  { email, name, expires_in = DEFAULT_LIFETIME_SECONDS, max_uses = 1 }: InvitationTerms,
): Promise<SignUpInvitation> {
  const now = deps.clock.now();
  const row = await insertSignUpInvitation(tx, {
    id: deps.ids.next(),
    email,
    maxUses: max_uses,
    invitedBy: actor.userId,
    expiresAt: new Date(now.getTime() + expires_in * 1_000),
    now,
  });
  if (email !== null) {
    const mail = { id: row.id, address: email, name, expiresAt: row.expires_at };
    if (!(await deps.inviteToSignUpByMail(tx, mail))) throw signUpErrors.emailInvalid();
  }
  await recordAudit(deps, tx, actor, {
    action: 'sign-up.invite',
    subjectType: 'sign_up_invitation',
    subjectIds: [row.id],
    details: { max_uses, is_by_mail: email !== null },
  });
  return viewOf(row, now);
}

/** Lists the invitations to sign up, newest first. Audited, because it shows email addresses. */
export async function listInvitationsToSignUp(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'ids'>,
  actor: Actor,
  query: PageQuery,
): Promise<{ invitations: SignUpInvitation[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listSignUpInvitations(deps.db, after, limit + 1), limit);
  await recordAudit(deps, deps.db, actor, {
    action: 'sign-up.read-invitations',
    subjectType: 'sign_up_invitation',
    subjectIds: page.rows.map(({ id }) => id),
  });
  const now = deps.clock.now();
  return { invitations: page.rows.map((row) => viewOf(row, now)), next_cursor: writeCursor(page.next) };
}

/** Revokes an invitation to sign up. Accounts that were created with it remain. Audited. */
export async function revokeSignUpInvitation(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'ids'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await deleteSignUpInvitation(tx, id))) throw signUpErrors.invitationNotFound();
    await recordAudit(deps, tx, actor, {
      action: 'sign-up.revoke-invitation',
      subjectType: 'sign_up_invitation',
      subjectIds: [id],
    });
  });
}

function viewOf(row: SignUpInvitationRow, now: Date): SignUpInvitation {
  return {
    id: row.id,
    status: row.uses >= row.max_uses ? 'used' : row.expires_at <= now ? 'expired' : 'open',
    email: row.email,
    max_uses: row.max_uses,
    uses: row.uses,
    invited_by: row.invited_by,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

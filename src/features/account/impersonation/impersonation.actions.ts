import type { Actor, ImpersonatedActor } from '#access/actor.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import { recordAudit } from '../audit/audit.actions.ts';
import type { AccountDeps } from '../deps.ts';
import { viewOfProfile } from '../profile/profile.actions.ts';
import { findProfile } from '../profile/profile.store.ts';
import { checkImpersonation, isRunning } from './impersonation.rules.ts';
import {
  type Impersonation,
  impersonationErrors,
  type NewImpersonation,
  type StartedImpersonation,
} from './impersonation.schema.ts';
import {
  claimEnd,
  findImpersonation,
  type ImpersonationRow,
  insertImpersonation,
  listImpersonationRows,
} from './impersonation.store.ts';

type ImpersonationDeps = Pick<AccountDeps, 'db' | 'clock' | 'ids' | 'impersonationTokens' | 'requiresVerifiedAddress'>;

/** Long enough to investigate a problem, short enough that a leaked token soon expires. */
const LIFETIME_MS = 30 * 60_000;

/** Lets the actor, a super admin, impersonate a user for half an hour. */
export async function startImpersonation(
  deps: ImpersonationDeps,
  actor: Actor,
  input: NewImpersonation,
): Promise<StartedImpersonation> {
  const [id, now] = [deps.ids.next(), deps.clock.now()];
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  // The first request with the token checks the target again.
  const target = await findProfile(deps.db, input.target_id);
  if (target === undefined) throw impersonationErrors.targetUnknown();
  checkImpersonation(actor.userId, { id: target.id, role: target.role, isActive: target.is_active });
  await deps.db.transaction().execute(async (tx) => {
    const reason = input.reason.trim();
    await insertImpersonation(tx, { id, adminId: actor.userId, targetId: target.id, reason, now, expiresAt });
    await recordAudit(deps, tx, actor, auditEventOf('start', target.id, { impersonation_id: id }));
  });
  const claims = { id, subject: target.id, actor: actor.userId, issuedAt: now, expiresAt };
  return {
    token: await deps.impersonationTokens.sign(claims),
    expires_at: expiresAt.toISOString(),
    user: viewOfProfile(target),
  };
}

/** The actor of an impersonation token, by the current state of the database. Returns null for any other token. */
export async function findImpersonatedActor(deps: ImpersonationDeps, token: string): Promise<ImpersonatedActor | null> {
  const id = await deps.impersonationTokens.verify(token);
  if (id === null) return null;
  const found = await findImpersonation(deps.db, id);
  if (found === undefined || !isRunning(found.facts, deps.clock.now())) throw impersonationErrors.ended();
  return {
    userId: found.targetId,
    isSuperAdmin: false,
    impersonatorId: found.adminId,
    impersonationId: id,
    ...(deps.requiresVerifiedAddress && !found.isAddressVerified && { mustVerifyAddress: true }),
  };
}

/** `route` is the pattern, because a URL can contain text written by users. */
type ImpersonatedRequest = { method: string; route: string; isRefused: boolean };

/** Records a request of an impersonator before it is handled, so that a request that cannot be recorded fails. */
export async function admitImpersonator(
  deps: ImpersonationDeps,
  actor: ImpersonatedActor,
  { method, route, isRefused }: ImpersonatedRequest,
): Promise<void> {
  const details = { method, route, impersonation_id: actor.impersonationId };
  await recordAudit(deps, deps.db, actor, auditEventOf('request', actor.userId, details));
  if (isRefused) throw impersonationErrors.refused();
}

/** Ends the actor's impersonation on all nodes. */
export async function stopImpersonation(deps: ImpersonationDeps, actor: Actor): Promise<void> {
  if (actor.impersonatorId === null) throw impersonationErrors.notRunning();
  const { userId, impersonationId } = actor;
  await deps.db.transaction().execute(async (tx) => {
    if (!(await claimEnd(tx, impersonationId, deps.clock.now()))) throw impersonationErrors.ended();
    await recordAudit(deps, tx, actor, auditEventOf('stop', userId, { impersonation_id: impersonationId }));
  });
}

export async function listImpersonations(
  deps: Pick<AccountDeps, 'db'>,
  query: PageQuery,
): Promise<{ logs: Impersonation[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listImpersonationRows(deps.db, after, limit + 1), limit);
  return { logs: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

function auditEventOf(verb: 'start' | 'request' | 'stop', targetId: string, details: Record<string, unknown>) {
  return { action: `impersonation.${verb}`, subjectType: 'profile', subjectIds: [targetId], details };
}

function viewOf(row: ImpersonationRow): Impersonation {
  return {
    id: row.id,
    admin_id: row.admin_id,
    target_id: row.target_id,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

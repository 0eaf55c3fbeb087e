import type { Actor, ImpersonatedActor } from '../../access/actor.ts';
import type { DelegationTokens } from '../../platform/crypto/delegation-tokens.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { type AccountDeps, viewOfProfile } from './account.actions.ts';
import { findProfile } from './account.store.ts';
import { recordAudit } from './audit.actions.ts';
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

export type ImpersonationDeps = Pick<AccountDeps, 'db' | 'clock' | 'ids'> & { impersonationTokens: DelegationTokens };

/** Long enough to look into a problem, short enough that a token that was left lying about is soon worthless. */
const LIFETIME_MS = 30 * 60_000;

/**
 * Lets the actor, a super admin, act in the place of somebody for half an hour. Throws `impersonation.target-unknown`,
 * `-is-oneself`, `-is-super-admin` or `-is-blocked`.
 */
export async function startImpersonation(
  deps: ImpersonationDeps,
  actor: Actor,
  input: NewImpersonation,
): Promise<StartedImpersonation> {
  const [id, now] = [deps.ids.next(), deps.clock.now()];
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  // What changes about the target after this is seen by the first request with the token.
  const target = await findProfile(deps.db, input.target_id);
  if (target === undefined) throw impersonationErrors.targetUnknown();
  const refusal = checkImpersonation(actor.userId, { id: target.id, role: target.role, isActive: target.is_active });
  if (refusal !== null) throw refusal;
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

/**
 * Whom the token of an impersonation lets act in whose place, as the database has it at this moment; null where it is no
 * such token of ours. Throws `auth.impersonation-ended`.
 */
export async function findImpersonatedActor(deps: ImpersonationDeps, token: string): Promise<ImpersonatedActor | null> {
  const id = await deps.impersonationTokens.verify(token);
  if (id === null) return null;
  const found = await findImpersonation(deps.db, id);
  if (found === undefined || !isRunning(found.facts, deps.clock.now())) throw impersonationErrors.ended();
  return { userId: found.targetId, isSuperAdmin: false, impersonatorId: found.adminId, impersonationId: id };
}

/** `route` is its pattern: what an address holds beyond that can be somebody's writing. */
export type RequestInPlace = { method: string; route: string; isRefused: boolean };

/**
 * Writes down what is asked for in somebody's place, before anything of it is done: a request that cannot be written down
 * fails. Throws `auth.refused-while-impersonating` where it is refused.
 */
export async function admitImpersonator(
  deps: ImpersonationDeps,
  actor: ImpersonatedActor,
  { method, route, isRefused }: RequestInPlace,
): Promise<void> {
  const details = { method, route, impersonation_id: actor.impersonationId };
  await recordAudit(deps, deps.db, actor, auditEventOf('request', actor.userId, details));
  if (isRefused) throw impersonationErrors.refused();
}

/**
 * Ends the impersonation that the actor acts under, on every node at once. Throws `impersonation.not-under-way` where the
 * actor acts for themselves, and `auth.impersonation-ended` where another request was faster.
 */
export async function stopImpersonation(deps: ImpersonationDeps, actor: Actor): Promise<void> {
  if (actor.impersonatorId === null) throw impersonationErrors.notRunning();
  const { userId, impersonationId } = actor;
  await deps.db.transaction().execute(async (tx) => {
    if (!(await claimEnd(tx, impersonationId, deps.clock.now()))) throw impersonationErrors.ended();
    await recordAudit(deps, tx, actor, auditEventOf('stop', userId, { impersonation_id: impersonationId }));
  });
}

/** Who has acted in whose place and why, newest first. */
export async function listImpersonations(
  deps: Pick<ImpersonationDeps, 'db'>,
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

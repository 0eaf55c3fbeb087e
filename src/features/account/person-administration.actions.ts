import type { Actor } from '../../access/actor.ts';
import { parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { type AccountDeps, viewOfProfile } from './account.actions.ts';
import { accountErrors, type Profile } from './account.schema.ts';
import { findProfile, type ProfileRow } from './account.store.ts';
import { ALL_USERS_ID, recordAudit } from './audit.actions.ts';
import { updateEndOfImpersonations } from './impersonation.store.ts';
import { leavesNoAdministrator } from './person-administration.rules.ts';
import { type PeopleQuery, type PersonChange, personErrors, type RoleChange } from './person-administration.schema.ts';
import {
  listProfiles,
  lockPersonAndAdministrators,
  type StandingValues,
  updateStanding,
} from './person-administration.store.ts';

export type PersonAdministrationDeps = Pick<AccountDeps, 'db' | 'clock' | 'ids'>;

/** Everybody, newest first, or whom `q` finds: blocked people and synthetic ones, too. That it was read is written down. */
export async function listPeople(
  deps: PersonAdministrationDeps,
  actor: Actor,
  query: PeopleQuery,
): Promise<{ people: Profile[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = await deps.db.transaction().execute(async (tx) => {
    const found = toPage(await listProfiles(tx, query.q, after, limit + 1), limit);
    await recordAudit(deps, tx, actor, {
      action: 'account.list-people',
      subjectType: 'profile',
      subjectIds: [ALL_USERS_ID],
      details: { found: found.rows.length, is_search: query.q !== undefined },
    });
    return found;
  });
  return { people: page.rows.map(viewOfProfile), next_cursor: writeCursor(page.next) };
}

/** Anybody's profile; that it was read is written down. Throws `account.not-found`. */
export async function readPerson(deps: PersonAdministrationDeps, actor: Actor, id: string): Promise<Profile> {
  const person = await findProfile(deps.db, id);
  if (person === undefined) throw personErrors.notFound();
  await recordAudit(deps, deps.db, actor, {
    action: 'account.read-person',
    subjectType: 'profile',
    subjectIds: [person.id],
  });
  return viewOfProfile(person);
}

/**
 * Gives somebody a role: a promotion counts with their next access token, a demotion at their next request. Asking for the
 * role that they have changes nothing. Throws `account.not-found`, `account.ai-cannot-administer`,
 * `account.last-super-admin`, and `auth.not-super-admin` where the actor has just been demoted.
 */
export async function changeRole(
  deps: PersonAdministrationDeps,
  actor: Actor,
  id: string,
  { role }: RoleChange,
): Promise<Profile> {
  return administer(deps, actor, id, (person) => {
    if (role === person.role) return null;
    if (role === 'super_admin' && person.is_ai) throw personErrors.aiCannotAdminister();
    return {
      values: { role, role_changed_at: deps.clock.now() },
      deeds: [{ action: 'account.change-role', details: { from: person.role, to: role } }],
    };
  });
}

/**
 * Blocks somebody from their next request on, or lets them in again; and says whether they take part in a classroom. Throws
 * `account.not-found`, `account.last-super-admin`, and `auth.not-super-admin` where the actor has just been demoted.
 */
export async function changePerson(
  deps: PersonAdministrationDeps,
  actor: Actor,
  id: string,
  asked: PersonChange,
): Promise<Profile> {
  return administer(deps, actor, id, (person) => {
    const { is_active = person.is_active, is_classroom = person.is_classroom } = asked;
    const deeds: AuditEventKind[] = [];
    if (is_active !== person.is_active) {
      const details = { is_active: { from: person.is_active, to: is_active } };
      deeds.push({ action: is_active ? 'account.unblock' : 'account.block', details });
    }
    if (is_classroom !== person.is_classroom) {
      const details = { is_classroom: { from: person.is_classroom, to: is_classroom } };
      deeds.push({ action: 'account.change-classroom', details });
    }
    return deeds.length === 0 ? null : { values: { is_active, is_classroom }, deeds };
  });
}

type AuditEventKind = { action: string; details: Record<string, unknown> };
type Change = { values: StandingValues; deeds: AuditEventKind[] };

/** Makes the change that `decide` wants for the person, if any, and writes it down with it. */
async function administer(
  deps: PersonAdministrationDeps,
  actor: Actor,
  id: string,
  decide: (person: ProfileRow) => Change | null,
): Promise<Profile> {
  return deps.db.transaction().execute(async (tx) => {
    const { person, administrators } = await lockPersonAndAdministrators(tx, id);
    // Of two who demote each other at once, the second is none any more by now.
    if (!administrators.includes(actor.userId)) throw accountErrors.notSuperAdmin();
    if (person === undefined) throw personErrors.notFound();
    const change = decide(person);
    if (change === null) return viewOfProfile(person);
    const { role, is_active: isActive } = { ...person, ...change.values };
    if (leavesNoAdministrator(administrators, person.id, { role, isActive })) throw personErrors.lastSuperAdmin();
    for (const deed of change.deeds) {
      await recordAudit(deps, tx, actor, { ...deed, subjectType: 'profile', subjectIds: [person.id] });
    }
    const now = deps.clock.now();
    // For good: whoever is let in again, or gets the role back, finds no impersonation open.
    if (role !== person.role || isActive !== person.is_active) await updateEndOfImpersonations(tx, person.id, now);
    return viewOfProfile(await updateStanding(tx, person.id, change.values, now));
  });
}

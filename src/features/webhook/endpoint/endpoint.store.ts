import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { WebhookEndpoint } from '#platform/db/tables.generated.ts';
import type { PauseReason } from './endpoint.schema.ts';

/** An endpoint without its secrets. */
export type EndpointRow = Omit<
  Selectable<WebhookEndpoint>,
  'secret' | 'previous_secret' | 'lease_id' | 'leased_until' | 'user_id' | 'org_id'
>;

/** A user, or an organization with one of its admins. */
export type Owner = { kind: 'user'; userId: string } | { kind: 'organization'; orgId: string; adminId: string };

const COLUMNS = sql`
  id, url, description, kinds, failing_since, paused_at, pause_reason, previous_secret_expires_at, created_at, updated_at`;

/** Whether the owner may manage an endpoint in the present statement: an admin can lose the role at any time. */
export function isOwnedBy(owner: Owner): RawBuilder<boolean> {
  if (owner.kind === 'user') return sql<boolean>`webhook_endpoint.user_id = ${owner.userId}`;
  return sql<boolean>`webhook_endpoint.org_id = ${owner.orgId} and ${isAdmin(owner)}`;
}

const isAdmin = ({ orgId, adminId }: Extract<Owner, { kind: 'organization' }>) => sql<boolean>`exists (
  select from organization_member
  where org_id = ${orgId} and user_id = ${adminId} and role in ('owner', 'admin'))`;

export async function findEndpoint(db: Db, owner: Owner, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${COLUMNS} from webhook_endpoint where id = ${id} and ${isOwnedBy(owner)}`.execute(db);
  return rows[0];
}

/** Locks an endpoint, so that its deliveries change with it. */
export async function lockEndpoint(tx: Tx, owner: Owner, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select ${COLUMNS} from webhook_endpoint where id = ${id} and ${isOwnedBy(owner)} for no key update`.execute(tx);
  return rows[0];
}

export async function listEndpoints(
  db: Db,
  owner: Owner,
  after: Position | null,
  limit: number,
): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select ${COLUMNS} from webhook_endpoint where ${isOwnedBy(owner)} and ${afterCursor(after)}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Serializes the creation of endpoints of an owner, so that they can be counted. */
export async function lockEndpointsOf(tx: Tx, owner: Owner): Promise<void> {
  await lockNamed(tx, `webhooks of ${owner.kind === 'user' ? owner.userId : owner.orgId}`);
}

export type NewEndpointValues = {
  id: string;
  url: string;
  description: string;
  kinds: readonly string[];
  secret: string;
  now: Date;
};

/** Inserts nothing if the owner has `maxCount` endpoints, or is no admin any more. Requires `lockEndpointsOf`. */
export async function insertEndpoint(
  tx: Tx,
  owner: Owner,
  { id, url, description, kinds, secret, now }: NewEndpointValues,
  maxCount: number,
): Promise<EndpointRow | undefined> {
  const [userId, orgId] = owner.kind === 'user' ? [owner.userId, null] : [null, owner.orgId];
  const { rows } = await sql<EndpointRow>`
    insert into webhook_endpoint (id, user_id, org_id, url, description, kinds, secret, created_at, updated_at)
    select ${id}::uuid, ${userId}::uuid, ${orgId}::uuid, ${url}, ${description}, ${[...kinds]}::text[], ${secret},
      ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from webhook_endpoint where ${isOwnedBy(owner)}) < ${maxCount}
      and ${owner.kind === 'user' ? sql`true` : isAdmin(owner)}
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

/** Undefined values are not changed. `pause`: a reason pauses, null resumes. */
export type EndpointValues = {
  url?: string | undefined;
  description?: string | undefined;
  kinds?: readonly string[] | undefined;
  pause?: PauseReason | null | undefined;
};

/** A paused endpoint keeps the reason and instant of its pause. An endpoint that is resumed, or has another URL, is not failing. */
export async function updateEndpoint(
  tx: Tx,
  owner: Owner,
  id: string,
  { url, description, kinds, pause }: EndpointValues,
  now: Date,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoint set
      url = coalesce(${url ?? null}, url),
      description = coalesce(${description ?? null}, description),
      kinds = coalesce(${kinds === undefined ? null : [...kinds]}::text[], kinds),
      failing_since = case
        when url = coalesce(${url ?? null}, url) and (${pause !== null} or paused_at is null) then failing_since end,
      ${pause === undefined ? sql`` : pauseTo(pause, now)}
      updated_at = ${now}
    where id = ${id} and ${isOwnedBy(owner)}
    returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

const pauseTo = (reason: PauseReason | null, now: Date) =>
  reason === null
    ? sql`paused_at = null, pause_reason = null,`
    : sql`paused_at = coalesce(paused_at, ${now}), pause_reason = coalesce(pause_reason, ${reason}),`;

/** The previous secret signs until `previousUntil`. An earlier one ends now. */
export async function updateSecret(
  db: Db,
  owner: Owner,
  id: string,
  { secret, previousUntil, now }: { secret: string; previousUntil: Date; now: Date },
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoint set
      secret = ${secret}, previous_secret = secret, previous_secret_expires_at = ${previousUntil}, updated_at = ${now}
    where id = ${id} and ${isOwnedBy(owner)}
    returning ${COLUMNS}`.execute(db);
  return rows[0];
}

/** Also deletes its deliveries. */
/** Deletes the endpoints that a user owns, not those of organizations. Returns how many there were. */
export async function deleteEndpointsOf(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql`delete from webhook_endpoint where user_id = ${userId} returning id`.execute(tx);
  return rows.length;
}

export async function deleteEndpoint(db: Db, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from webhook_endpoint where id = ${id} and ${isOwnedBy(owner)} returning id`.execute(db);
  return rows.length > 0;
}

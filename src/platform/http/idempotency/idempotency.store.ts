import { type RawBuilder, sql } from 'kysely';
import { sessionLock } from '../../db/connection/channel.ts';
import type { Db, Tx } from '../../db/database.ts';

/** The key of a user; or of an anonymous caller, as a digest of network and key, which are not stored. */
export type RequestKey = { userId: string; key: string } | { addressDigest: string };
/** The status is null while the request is under way, the response also where it is not stored. */
export type StoredResponse = { digest: string; status: number | null; response: string | null };

/** What a run of a request begins with. The session is that of its node, the build the code that the node runs. */
export type NewClaim = { digest: string; now: Date; session: string | null; build: string };
/** A run of a request as it was begun, and what it takes over: the steps that runs before it have committed, by name. */
export type Claim = { id: string; seed: string; beganAt: Date; build: string; steps: ReadonlyMap<string, Uint8Array> };

/** Expired anonymous keys that each claim deletes: more than are added, and few enough to be fast. */
const DELETE_BATCH_SIZE = 10;

/** What stands in place of a key. */
const NOT_KEPT = '-';

/**
 * Claims the key for a run of a request that begins at `now`; undefined where it is taken. A claim that is older than a day is
 * void. One without a response is taken over by the same request if it is free, if the session of its node has ended, or if it was
 * made before `abandonedBefore`; the steps that it has committed, its seed and its beginning are handed on. Keys that are void
 * are removed on the way: those of this user, or some of those who had not signed in.
 */
export async function claimRequestKey(
  db: Db,
  requestKey: RequestKey,
  { digest, now, session, build }: NewClaim,
  limits: { expiredBefore: Date; abandonedBefore: Date },
): Promise<Claim | undefined> {
  const { column, value, key, unique, others, most } =
    'userId' in requestKey
      ? {
          column: sql`user_id`,
          value: requestKey.userId,
          key: requestKey.key,
          unique: sql`user_id, key`,
          others: sql`user_id = ${requestKey.userId} and key <> ${requestKey.key}`,
          most: null,
        }
      : {
          column: sql`network_key_digest`,
          value: requestKey.addressDigest,
          // With the key, the network could be found by trying all of them.
          key: NOT_KEPT,
          unique: sql`network_key_digest`,
          others: sql`network_key_digest <> ${requestKey.addressDigest}`,
          most: DELETE_BATCH_SIZE,
        };
  const isExpired = sql`claim.claimed_at < ${limits.expiredBefore}`;
  const isSame = sql`claim.request_digest = excluded.request_digest`;
  const isUntouched = sql`claim.step_names = '{}'`;
  const handOn = (name: string, unless: RawBuilder<unknown>) =>
    sql`${sql.ref(name)} = case when ${unless} then ${sql.ref(`excluded.${name}`)} else ${sql.ref(`claim.${name}`)} end`;
  const isOfAnother = sql`${isExpired} or not ${isSame}`;
  const handedOn = [
    ...['seed', 'started_at', 'step_names', 'step_outputs'].map((name) => handOn(name, isOfAnother)),
    handOn('build', sql`${isExpired} or ${isUntouched}`),
  ];
  // Skip expired rows that other claims lock, since those may be deleting this row, which would be a deadlock.
  const { rows } = await sql<ClaimRow>`
    with expired as (
      delete from idempotency_key where ctid = any (array(
        select ctid from idempotency_key where ${others} and claimed_at < ${limits.expiredBefore}
        order by claimed_at limit ${most} for update skip locked
      ))
    )
    insert into idempotency_key as claim (${column}, key, request_digest, claimed_at, started_at, node_id, build)
    values (${value}, ${key}, ${digest}, ${now}, ${now}, ${session}, ${build})
    on conflict (${unique}) do update
      set request_digest = excluded.request_digest, claimed_at = excluded.claimed_at, status = null, response_body = null,
        claim_id = excluded.claim_id, is_released = false, node_id = excluded.node_id,
        ${sql.join(handedOn)}
      where ${isExpired}
        or (claim.is_released and ${isUntouched})
        or (claim.status is null and ${isSame}
          and (claim.is_released or claim.claimed_at < ${limits.abandonedBefore} or ${hasEnded(sql`claim.node_id`)}))
    returning claim_id, seed, started_at, build, step_names, step_outputs`.execute(db);
  return rows.map(claimOf)[0];
}

type ClaimRow = {
  claim_id: string;
  seed: string;
  started_at: Date;
  build: string;
  step_names: string[];
  step_outputs: Uint8Array[];
};

function claimOf({ claim_id, seed, started_at, build, step_names, step_outputs }: ClaimRow): Claim {
  const steps = new Map(step_outputs.map((output, index) => [step_names[index] ?? '', output]));
  return { id: claim_id, seed, beganAt: started_at, build, steps };
}

/** Whether the lock of this session is free; false for null. Concurrent calls do not block each other. */
const hasEnded = (session: RawBuilder<unknown>) => sql`
  (${session} is not null and pg_try_advisory_xact_lock_shared(hashtextextended(${sessionLock('')} || ${session}, 0)))`;

/**
 * Records a step of a run, with the transaction that commits it. False where the run has been overtaken, or has recorded that step:
 * then the transaction has to be rolled back.
 */
export async function insertStep(
  db: Db | Tx,
  requestKey: RequestKey,
  claimId: string,
  name: string,
  output: Uint8Array,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update idempotency_key set step_names = step_names || ${name}::text, step_outputs = step_outputs || ${output}::bytea
    where ${is(requestKey)} and claim_id = ${claimId} and not (${name} = any (step_names))`.execute(db);
  return numAffectedRows === 1n;
}

export async function findStoredResponse(db: Db, requestKey: RequestKey): Promise<StoredResponse | undefined> {
  const { rows } = await sql<StoredResponse>`
    select request_digest as digest, status, response_body as response from idempotency_key where ${is(requestKey)}`.execute(
    db,
  );
  return rows[0];
}

/** Stores the response of a run and deletes its steps. Does nothing for an overtaken run. */
export async function updateStoredResponse(
  db: Db,
  requestKey: RequestKey,
  claimId: string,
  response: { status: number; text: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update idempotency_key set status = ${response.status}, response_body = ${response.text}, step_names = '{}', step_outputs = '{}'
    where ${is(requestKey)} and claim_id = ${claimId}`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends a run without a response: the request can be tried again at once, and goes on after what was committed. */
export async function releaseRequestKey(db: Db, requestKey: RequestKey, claimId: string): Promise<void> {
  await sql`
    update idempotency_key set is_released = true, claim_id = gen_random_uuid()
    where ${is(requestKey)} and claim_id = ${claimId}`.execute(db);
}

const is = (requestKey: RequestKey) =>
  'userId' in requestKey
    ? sql`user_id = ${requestKey.userId} and key = ${requestKey.key}`
    : sql`network_key_digest = ${requestKey.addressDigest}`;

import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { SignUpInvitation } from '#platform/db/tables.generated.ts';

export type SignUpInvitationRow = Selectable<SignUpInvitation>;

export type NewSignUpInvitationValues = {
  id: string;
  email: string | null;
  maxUses: number;
  invitedBy: string;
  expiresAt: Date;
  now: Date;
};

export async function insertSignUpInvitation(
  tx: Tx,
  { id, email, maxUses, invitedBy, expiresAt, now }: NewSignUpInvitationValues,
): Promise<SignUpInvitationRow> {
  return tx
    .insertInto('sign_up_invitation')
    .values({ id, email, max_uses: maxUses, invited_by: invitedBy, expires_at: expiresAt, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function listSignUpInvitations(
  db: Db,
  after: Position | null,
  limit: number,
): Promise<SignUpInvitationRow[]> {
  const query = db.selectFrom('sign_up_invitation').selectAll().where(afterCursor(after));
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export async function deleteSignUpInvitation(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('sign_up_invitation').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts one use for an email address. Returns false if the invitation has ended or is for another address. */
export async function claimSignUpInvitation(db: Db, id: string, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update sign_up_invitation set uses = uses + 1
    where id = ${id} and uses < max_uses and expires_at > ${now} and (email is null or lower(email) = lower(${email}))
    returning id`.execute(db);
  return rows.length > 0;
}

/** Returns a use that created no account. */
export async function releaseSignUpInvitation(db: Db, id: string): Promise<void> {
  await sql`update sign_up_invitation set uses = uses - 1 where id = ${id} and uses > 0`.execute(db);
}

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import type { EffectiveSharing } from '../visibility/visibility.rules.ts';

/** The users to notify, and the names that the notifications contain. */
export type Recipients = { author_name: string; team_name: string; mentioned: string[]; members: string[] };

/** Returns the mentioned users who may read the text, and up to `limit` other members of a team. Without the author. */
export async function findRecipients(
  tx: Tx,
  {
    authorId,
    mentioned,
    effective,
    teamId,
    limit,
  }: {
    authorId: string;
    mentioned: readonly string[];
    effective: EffectiveSharing;
    teamId: string | null;
    limit: number;
  },
): Promise<Recipients> {
  const isIn = (audience: string | null): RawBuilder<boolean> => sql`(
    ${audience}::uuid = '00000000-0000-0000-0000-000000000000'
    or exists (select from team_member where team_id = ${audience} and user_id = profile.id)
    or exists (select from organization_member where org_id = ${audience} and user_id = profile.id))`;
  const { rows } = await sql<Recipients>`
    with mentioned as (
      select id from profile
      where id = any (${[...mentioned]}::uuid[]) and id <> ${authorId}
        and ${isIn(effective.metadataAudience)} and ${isIn(effective.contentAudience)}
    )
    select
      coalesce((select full_name from profile where id = ${authorId}), '') as author_name,
      coalesce((select name from team where id = ${teamId}), '') as team_name,
      array(select id from mentioned) as mentioned,
      array(
        select user_id from team_member
        where team_id = ${teamId} and user_id <> ${authorId} and user_id not in (select id from mentioned)
        limit ${limit}) as members`.execute(tx);
  return onlyRow(rows);
}

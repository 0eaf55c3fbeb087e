import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export type LabWeek = { newTemplates: number; replications: number; newlyRobust: number };

/** What active people did with templates that are public now and of active people, from one instant until before another. */
export async function countLabWeek(db: Db, from: Date, until: Date): Promise<LabWeek> {
  const { rows } = await sql<LabWeek>`
    select
      (
        select count(*)::integer from lab_template template join profile on profile.id = owner_id and is_active
        where is_public and is_template and template.created_at >= ${from} and template.created_at < ${until}
      ) as "newTemplates",
      (
        select count(*)::integer from lab_replication replication
          join lab_template template on template.id = template_id
          join profile owner on owner.id = owner_id and owner.is_active
          left join profile person on person.id = user_id
        where is_public and is_template and person.is_active is not false and replication.created_at >= ${from} and replication.created_at < ${until}
      ) as replications,
      (
        select count(*)::integer from lab_template join profile on profile.id = owner_id and is_active
        where is_public and is_template and robust_since >= ${from} and robust_since < ${until}
      ) as "newlyRobust"`.execute(db);
  const [week] = rows;
  if (week === undefined) throw new Error('Counting always gives a row.');
  return week;
}

import type pg from 'pg';
import type { NamedViewer } from '../data-set/viewers.ts';

/** An entry in the list of a user. `isHidden` is true if its content is not shown. */
export type Listed = { id: string; isHidden: boolean };

/*
 * The rule of visibility, written from its description and not from the code under test. The author sees an entry, all users see it if it
 * is public, and the members of its team or organization see it. An entry with `user` has the visibility and group of its notebook. Super
 * admins see all entries.
 *
 * The stored results of the service, effective levels and audiences, are not used.
 */

/** Works out for each entry, once for the connection, how far its title and its text reach. */
export async function workOutReaches(client: pg.Client): Promise<void> {
  await client.query(`
    create temp table reach as
    select entry.id, entry.user_id, entry.created_at,
      case when entry.metadata_visibility = 'user' then coalesce(notebook.metadata_visibility, 'user') else entry.metadata_visibility end as title_level,
      case when entry.metadata_visibility = 'user' then notebook.team_id else entry.team_id end as title_team,
      case when entry.metadata_visibility = 'user' then notebook.org_id else entry.org_id end as title_organization,
      case when entry.content_visibility = 'user' then coalesce(notebook.content_visibility, 'user') else entry.content_visibility end as text_level,
      case when entry.content_visibility = 'user' then notebook.team_id else entry.team_id end as text_team,
      case when entry.content_visibility = 'user' then notebook.org_id else entry.org_id end as text_organization
    from journal_entry entry left join notebook on notebook.id = entry.notebook_id`);
  await client.query('create index on reach (user_id)');
  await client.query(`create index on reach (title_level) where title_level <> 'user'`);
  await client.query('analyze reach');
}

/** The newest entries that the viewer may see: all of them, or those of others. */
export async function listByTheRule(
  client: pg.Client,
  viewer: NamedViewer,
  scope: 'all' | 'shared',
  limit: number,
): Promise<Listed[]> {
  const reaches = (part: 'title' | 'text') => `(reach.user_id = $1 or $2 or ${part}_level = 'public'
    or ${part}_level = 'team' and exists (
      select from team_member member where member.team_id = ${part}_team and member.user_id = $1)
    or ${part}_level = 'org' and exists (
      select from organization_member member where member.org_id = ${part}_organization and member.user_id = $1))`;
  const { rows } = await client.query<Listed>(
    `select reach.id, not ${reaches('text')} as "isHidden" from reach
     where ${reaches('title')} and (reach.user_id <> $1 or $3)
     order by reach.created_at desc, reach.id desc limit $4`,
    [viewer.userId, viewer.isSuperAdmin, scope === 'all', limit],
  );
  return rows;
}

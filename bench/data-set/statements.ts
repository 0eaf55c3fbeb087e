import { NOTEBOOKS_PER_USER, type Sizes, TEAMS_PER_ORGANIZATION } from '../options.ts';

/*
 * The statements of the data set, which compute it from numbers: equal sizes give equal rows. User 1 is the first one. The last three are
 * special: a super admin, a member of very many groups, and a member of none.
 *
 * The resulting visibility of 100 entries: 80 are only for their author, 10 for a team, 5 for an organization, 5 for all users. Half of the
 * entries for a team inherit that from their notebook. Half of the other shared entries show only title, mood and tags.
 */

/** The people who stand for a situation of their own, by number. */
export const specialPeople = (sizes: Sizes) => ({
  superAdmin: sizes.people - 2,
  inManyGroups: sizes.people - 1,
  withoutGroups: sizes.people,
});

/** Everything that the data set writes happened before this instant; whatever is newer was written by a measurement. */
export const END_OF_DATA_SET = '2026-01-01T00:00:00Z';

const BEGIN_OF_DATA_SET = '2024-01-01T00:00:00Z';
const ORGANIZATIONS_OF_USER_IN_MANY_GROUPS = 3;

/** Functions of this connection alone: ids by kind and number, and numbers that look random but are not. */
export const PREPARATIONS = `
  create function pg_temp.id_of(kind int, number int) returns uuid language sql immutable as $$
    select (lpad(kind::text, 8, '0') || '-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid $$;
  create function pg_temp.user_id(number int) returns uuid language sql immutable as $$ select pg_temp.id_of(1, number) $$;
  create function pg_temp.organization(number int) returns uuid language sql immutable as $$ select pg_temp.id_of(2, number) $$;
  create function pg_temp.team(number int) returns uuid language sql immutable as $$ select pg_temp.id_of(3, number) $$;
  create function pg_temp.notebook(number int) returns uuid language sql immutable as $$ select pg_temp.id_of(4, number) $$;
  create function pg_temp.entry(number int, instant timestamptz) returns uuid language sql stable as $$
    select (lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(number), 15, '0'))::uuid $$;
  create function pg_temp.draw(number int, purpose int, sides int) returns int language sql immutable as $$
    select (hashint8(number::bigint * 1000003 + purpose) & 2147483647) % sides $$`;

/** The people, their groups and their notebooks. */
export function communityStatements(sizes: Sizes): string[] {
  const { people, organizations, notebooks } = sizes;
  const { superAdmin, inManyGroups, withoutGroups } = specialPeople(sizes);
  const begin = `timestamptz '${BEGIN_OF_DATA_SET}'`;
  const listUsersByGroup = `select number, 1 + (number - 1) % ${organizations} as home, (number - 1) / ${organizations} as seat
    from generate_series(1, ${withoutGroups - 1}) number`;
  const teamOf = (place: string) =>
    `(home - 1) * ${TEAMS_PER_ORGANIZATION} + 1 + (${place}) % ${TEAMS_PER_ORGANIZATION}`;
  return [
    `create temp table member as ${listUsersByGroup}`,
    `insert into profile (id, full_name, role, role_changed_at, created_at, updated_at)
     select pg_temp.user_id(number), 'Person ' || number, case when number = ${superAdmin} then 'super_admin' else 'user' end,
       ${begin}, ${begin}, ${begin}
     from generate_series(1, ${people}) number`,
    `insert into organization (id, name, owner_id, created_at, updated_at)
     select pg_temp.organization(number), 'Organization ' || number, pg_temp.user_id(number), ${begin}, ${begin}
     from generate_series(1, ${organizations}) number`,
    // Each user belongs to one organization, and each fifth user to a second one.
    `insert into organization_member (org_id, user_id, role, joined_at)
     select pg_temp.organization(home), pg_temp.user_id(number), case when seat = 0 then 'owner' else 'member' end, ${begin} from member
     union all
     select pg_temp.organization(1 + home % ${organizations}), pg_temp.user_id(number), 'member', ${begin} from member
     where number % 5 = 0 and number <> ${inManyGroups}`,
    `insert into organization_member (org_id, user_id, role, joined_at)
     select pg_temp.organization(1 + (home - 1 + further) % ${organizations}), pg_temp.user_id(number), 'member', ${begin}
     from member, generate_series(1, ${ORGANIZATIONS_OF_USER_IN_MANY_GROUPS - 1}) further where number = ${inManyGroups}`,
    `insert into team (id, org_id, name, admin_id, created_at, updated_at)
     select pg_temp.team((home - 1) * ${TEAMS_PER_ORGANIZATION} + place), pg_temp.organization(home), 'Team ' || place,
       pg_temp.user_id(home), ${begin}, ${begin}
     from generate_series(1, ${organizations}) home, generate_series(1, ${TEAMS_PER_ORGANIZATION}) place`,
    // The owner leads each team of the organization. All others are in two of them, except one user who is in all.
    `insert into team_member (team_id, org_id, user_id, role, joined_at)
     select id, org_id, admin_id, 'admin', ${begin} from team`,
    `insert into team_member (team_id, org_id, user_id, role, joined_at)
     select pg_temp.team(${teamOf('seat + further')}), pg_temp.organization(home), pg_temp.user_id(number), 'member', ${begin}
     from member, (values (0), (3)) place (further) where seat > 0 and number <> ${inManyGroups}
     union all
     select team.id, team.org_id, user_id, 'member', ${begin}
     from organization_member join team using (org_id) where user_id = pg_temp.user_id(${inManyGroups})`,
    // The second notebook of each user is shared with their first team.
    `insert into notebook (id, user_id, name, metadata_visibility, content_visibility, team_id, created_at, updated_at)
     select pg_temp.notebook((number - 1) * ${NOTEBOOKS_PER_USER} + place), pg_temp.user_id(number), 'Notebook ' || place,
       level, level, case when level = 'team' then pg_temp.team(${teamOf('seat')}) end, ${begin}, ${begin}
     from generate_series(1, ${people}) number left join member using (number)
     cross join generate_series(1, ${notebooks / people}) place
     cross join lateral (select case when place = 2 and home is not null then 'team' else 'user' end as level) sharing`,
  ];
}

/** The entries, in the order of their instants. */
export function entryStatements({ people, entries }: Sizes): string[] {
  const begin = `timestamptz '${BEGIN_OF_DATA_SET}'`;
  const span = `(timestamptz '${END_OF_DATA_SET}' - ${begin})`;
  const publicAudience = `'00000000-0000-0000-0000-000000000000'::uuid`;
  const audienceOf = (level: string) => `case ${level}
    when 'public' then ${publicAudience} when 'team' then coalesce(own_team, notebook_team) when 'org' then own_org end`;
  return [
    `insert into journal_entry (id, user_id, title, content, mood, tags, notebook_id, metadata_visibility, content_visibility,
       team_id, org_id, effective_metadata_visibility, effective_content_visibility, metadata_audience, content_audience,
       mentions, created_at, updated_at, entry_date, created_date)
     with author as (
       select entry, member.*, 1 + pg_temp.draw(entry, 1, ${people}) as author, pg_temp.draw(entry, 2, 100) as chance,
         date_trunc('milliseconds', ${begin} + ${span} * (entry / ${entries + 1}::double precision)) as instant
       from generate_series(1, ${entries}) entry
       left join member on member.number = 1 + pg_temp.draw(entry, 1, ${people})
     ), meant as (
       select *, case when chance >= 95 then 'public' when home is null or chance < 80 then 'user'
         when chance < 90 then 'team' else 'org' end as level, pg_temp.draw(entry, 3, 2) = 0 as is_inherited
       from author
     ), written as (
       select *, case when level = 'team' and is_inherited then 'user' else level end as metadata_level,
         case when level = 'team' and is_inherited or pg_temp.draw(entry, 4, 2) = 0 then 'user' else level end as content_level,
         -- Only the shared notebook hands down anything; the others go to one of the two private ones, or to none.
         case when level = 'team' and is_inherited then 2 else (array[1, 3, null])[1 + pg_temp.draw(entry, 5, 3)] end as place,
         case when level = 'team' and not is_inherited
           then pg_temp.team((home - 1) * ${TEAMS_PER_ORGANIZATION} + 1 + seat % ${TEAMS_PER_ORGANIZATION}) end as own_team,
         case when level = 'org' then pg_temp.organization(home) end as own_org
       from meant
     ), filed as (
       select written.*, notebook.id as notebook_id, notebook.team_id as notebook_team,
         case when metadata_level = 'user' then coalesce(notebook.metadata_visibility, 'user') else metadata_level end as effective_metadata,
         case when content_level = 'user' then coalesce(notebook.content_visibility, 'user') else content_level end as effective_content
       from written
       left join notebook on notebook.id = pg_temp.notebook((author - 1) * ${NOTEBOOKS_PER_USER} + place)
     )
     select pg_temp.entry(entry, instant), pg_temp.user_id(author), title.text, first.text || ' ' || second.text,
       (array['joyful', 'grateful', 'calm', 'tired', 'anxious', 'hopeful', 'sad', 'excited'])[1 + pg_temp.draw(entry, 6, 8)],
       array['daily', 'tag-' || pg_temp.draw(entry, 7, 50), 'tag-' || pg_temp.draw(entry, 8, 50)],
       notebook_id, metadata_level, content_level, own_team, own_org, effective_metadata, effective_content,
       ${audienceOf('effective_metadata')}, ${audienceOf('effective_content')}, '[]', instant, instant, instant, instant
     from filed
     join title on title.number = pg_temp.draw(entry, 9, (select count(*)::int from title))
     join paragraph first on first.number = pg_temp.draw(entry, 10, (select count(*)::int from paragraph))
     join paragraph second on second.number = pg_temp.draw(entry, 11, (select count(*)::int from paragraph))
     order by entry`,
  ];
}

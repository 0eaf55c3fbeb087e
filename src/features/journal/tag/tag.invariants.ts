import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

export const TAG_INVARIANTS: readonly Invariant[] = [
  {
    name: 'journal.tag-forms',
    holds: 'Each tag of an entry has the form of its author, and each form is of a tag that an entry of theirs has.',
    advice: 'A filter by the tag may miss the entry. Have its author save the tags again, and report it as a bug.',
    find: violationsOf(sql`
      select 'journal_entry ' || entry.id as violation
      from journal_entry entry
      where exists (
        select from unnest(entry.tags) given
        where not exists (select from journal_tag form where form.user_id = entry.user_id and form.tag = given))
      union all
      select distinct 'journal_tag of profile ' || form.user_id
      from journal_tag form
      where not exists (
        select from journal_entry entry where entry.user_id = form.user_id and entry.tags @> array[form.tag])`),
  },
];

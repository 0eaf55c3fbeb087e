import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

export const ENTRY_INVARIANTS: readonly Invariant[] = [
  {
    name: 'journal.mentions',
    holds: 'Each mention in an entry names a profile.',
    advice: 'Harmless: the name is shown without a link. Report it as a bug.',
    find: violationsOf(sql`
      select distinct 'journal_entry ' || entry.id || ': profile ' || (mention ->> 'user_id') as violation
      from journal_entry entry cross join lateral jsonb_array_elements(mentions) mention
      where jsonb_typeof(mentions) = 'array'
        and not exists (select from profile where profile.id = (mention ->> 'user_id')::uuid)`),
  },
  {
    name: 'journal.tracks',
    holds: 'The track of an entry is known.',
    advice: 'Harmless: the entry is shown without its track. Report it as a bug.',
    find: violationsOf(sql`
      select 'journal_entry ' || id || ': music_track ' || music_track_id as violation
      from journal_entry
      where music_track_id is not null and not exists (select from music_track track where track.id = music_track_id)`),
  },
  {
    name: 'journal.photos',
    holds: 'A photo that belongs to an entry names one of the same user, which may be in the trash.',
    advice: 'Harmless: the photo is never shown. Report it as a bug.',
    find: violationsOf(sql`
      select 'photo ' || photo.id || ': journal_entry ' || photo.entry_id as violation
      from photo
      where photo.entry_id is not null and photo.user_id is not null
        and not exists (select from journal_entry entry where entry.id = photo.entry_id and entry.user_id = photo.user_id)
        and not exists (select from trash where trash.id = photo.entry_id and trash.user_id = photo.user_id)`),
  },
];

import type { Deps } from '#app/deps.ts';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { instantAt } from '#platform/days/local-time.ts';
import type { ImageSource } from '#platform/images/images.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import type { Tone } from '#sandbox/ai/lexicon.ts';
import { paintPicture } from '#sandbox/ai/painting.ts';
import { createEntry } from '../features/journal/entry/entry.actions.ts';
import type { NewEntry } from '../features/journal/entry/entry.schema.ts';
import { createNotebook } from '../features/journal/notebook/notebook.actions.ts';
import { uploadPhoto } from '../features/journal/photo/photo.actions.ts';
import { at, DAY_MS, type Member, pick } from './sample-deps.ts';
import { EVERYDAY, type SampleText, STORIES } from './texts.ts';

/** How many days the journals go back. */
const DAYS = 30;

/** On which share of the days the others write. */
const SHARE_OF_DAYS = 0.25;

type Dated = { text: SampleText; daysAgo: number };

/** Writes a month of entries for each member; `orgId` is the organization that some of them share theirs with. */
export async function writeJournals(
  deps: Deps,
  members: readonly Member[],
  { orgId, orgMembers }: { orgId: string; orgMembers: readonly Member[] },
  onMember: () => void,
): Promise<void> {
  for (const member of members) {
    const story = STORIES[member.name.split(' ')[0] ?? ''];
    const begin = new Date(deps.clock.now().getTime() - DAYS * DAY_MS);
    const notebook = await createNotebook(at(deps, begin), member.actor, { name: story?.notebook ?? 'Everyday' });
    for (const { text, daysAgo } of story === undefined ? everydayOf(member) : spread(story.entries)) {
      const sharing = sharingOf(member, text, orgMembers.includes(member) ? orgId : null);
      const { photo, time: _, ...fields } = text;
      const then = at(deps, momentOf(deps.clock.now(), member, { text, daysAgo }));
      const photos = photo === undefined ? [] : [await uploadPhoto(then, member.actor, paint(text.title, photo))];
      await createEntry(then, member.actor, {
        ...fields,
        tags: [...text.tags],
        notebook_id: notebook.id,
        photo_ids: photos.map(({ id }) => id),
        ...sharing,
      });
    }
    onMember();
  }
}

const paint = (title: string, tone: Tone): ImageSource => ({ read: () => paintPicture(title, tone) });

/** When a member has written a text: at the time that it tells of, or a while before now, `daysAgo` days ago. */
export function momentOf(
  now: Date,
  { email, city: { timezone: zone } }: Pick<Member, 'email' | 'city'>,
  { text: { time }, daysAgo }: Dated,
): Date {
  if (time !== undefined) return timeOn(now, { time, zone, daysAgo });
  const minutesBefore = 10 + Math.floor(seededRandom(`sample evening ${email} ${daysAgo}`)() * 180);
  return new Date(now.getTime() - daysAgo * DAY_MS - minutesBefore * 60_000);
}

/** When the clocks of a zone showed a time, `daysAgo` days ago. A day earlier if they have not shown it yet today. */
function timeOn(now: Date, { time, zone, daysAgo }: { time: string; zone: string; daysAgo: number }): Date {
  const date = addDays(localDateOf(now, zone), -daysAgo);
  const moment = instantAt({ date, time, zone });
  return moment <= now ? moment : instantAt({ date: addDays(date, -1), time, zone });
}

/** The entries of a story over the month, the last one today. */
function spread(entries: readonly SampleText[]): Dated[] {
  const pause = Math.floor((DAYS - 2) / entries.length);
  return entries.map((text, index) => ({ text, daysAgo: (entries.length - 1 - index) * pause }));
}

function everydayOf({ email }: Member): Dated[] {
  const draw = seededRandom(`sample journal ${email}`);
  const entries: Dated[] = [];
  const left = [...EVERYDAY];
  for (let daysAgo = DAYS - 1; daysAgo >= 0 && left.length > 0; daysAgo -= 1) {
    if (draw() >= SHARE_OF_DAYS) continue;
    const [text] = left.splice(Math.floor(draw() * left.length), 1);
    if (text !== undefined) entries.push({ text, daysAgo });
  }
  return entries;
}

/** Half of the entries are private, and some of the others show no more than what they are about. */
function sharingOf({ email }: Member, { title }: SampleText, orgId: string | null): Partial<NewEntry> {
  const audience = orgId === null ? 'public' : pick(['org', 'public'] as const, `sample audience ${email} ${title}`);
  const group = audience === 'org' && orgId !== null ? { org_id: orgId } : {};
  switch (pick(['private', 'private', 'title', 'whole', 'whole'], `sample sharing ${email} ${title}`)) {
    case 'title':
      return { metadata_visibility: audience, ...group };
    case 'whole':
      return { metadata_visibility: audience, content_visibility: audience, ...group };
    default:
      return {};
  }
}

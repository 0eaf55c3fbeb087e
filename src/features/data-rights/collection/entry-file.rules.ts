/** What the Markdown file of an entry contains. */
export type EntryFacts = {
  id: string;
  title: string;
  content: string;
  mood: string | null;
  tags: string[];
  entry_date: string;
  created_at: Date;
  updated_at: Date;
  notebook: string | null;
  metadata_visibility: string;
  content_visibility: string;
  background_file: string | null;
  photo_files: string[];
  music: string | null;
};

const MAX_SLUG_LENGTH = 60;

/** The title as a part of a file name: letters and digits of any script, joined by hyphens. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const slug = [...(words ?? []).join('-')].slice(0, MAX_SLUG_LENGTH).join('').replace(/-$/, '');
  return slug === '' ? 'entry' : slug;
}

/** Names the files of entries, which come by date: a name that its date has already gets a number. */
export function createEntryNames(): (entry: Pick<EntryFacts, 'entry_date' | 'title'>) => string {
  let date = '';
  const taken = new Map<string, number>();
  return ({ entry_date, title }) => {
    if (entry_date !== date) taken.clear();
    date = entry_date;
    const slug = slugOf(title);
    let name = slug;
    while (taken.has(name)) {
      const count = (taken.get(slug) ?? 1) + 1;
      taken.set(slug, count);
      name = `${slug}-${count}`;
    }
    taken.set(name, 1);
    return `journal/${entry_date.slice(0, -6)}/${entry_date}-${name}.md`;
  };
}

/** The Markdown of an entry with its front matter. Values are JSON, which is YAML. */
export function markdownOf(entry: EntryFacts): string {
  const fields = {
    id: entry.id,
    title: entry.title,
    date: entry.entry_date,
    created_at: entry.created_at.toISOString(),
    updated_at: entry.updated_at.toISOString(),
    notebook: entry.notebook,
    tags: entry.tags.length > 0 ? entry.tags : null,
    mood: entry.mood,
    music: entry.music,
    visibility: entry.content_visibility,
    title_visibility: entry.metadata_visibility,
    background: entry.background_file && linkTo(entry.background_file),
    photos: entry.photo_files.length > 0 ? entry.photo_files.map(linkTo) : null,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n\n${entry.content}\n`;
}

/** A path of the archive, seen from a file in journal/YYYY. */
const linkTo = (path: string) => `../../${path}`;

/** The tags in what was typed: `running, weir` are two. */
export function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim().replace(/^#+/, '').trim())
    .filter((tag) => tag !== '');
}

/** Adds tags that are not there yet, ignoring case, up to a number of tags. */
export function withTags(tags: readonly string[], added: readonly string[], maxTags: number): string[] {
  const all = [...tags];
  for (const tag of added) if (!includes(all, tag)) all.push(tag);
  return all.slice(0, maxTags);
}

const MAX_SUGGESTIONS = 6;

/** Known tags that begin with what was typed, then those that contain it. Without text the most used. */
export function suggestTags(known: readonly string[], chosen: readonly string[], text: string): string[] {
  const typed = text.trim().replace(/^#+/, '').toLowerCase();
  const free = known.filter((tag) => !includes(chosen, tag) && tag.toLowerCase() !== typed);
  const beginning = free.filter((tag) => tag.toLowerCase().startsWith(typed));
  const containing = free.filter((tag) => !beginning.includes(tag) && tag.toLowerCase().includes(typed));
  return [...beginning, ...containing].slice(0, MAX_SUGGESTIONS);
}

function includes(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}

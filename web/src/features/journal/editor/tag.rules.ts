import { tagKey } from '../../../../../src/platform/text/search/tag.ts';
import { excessOf } from '../../../shared/ui/limit.rules.ts';

/** Also those of Chinese, Japanese and Arabic keyboards. */
const COMMA = /[,，、،]/;

/** Whether a comma ends a tag of what was typed. */
export const hasComma = (text: string): boolean => COMMA.test(text);

/** The tags in what was typed: `running, weir` are two. */
export function splitTags(text: string): string[] {
  return text
    .split(COMMA)
    .map((tag) => tag.trim().replace(/^#+/, '').trim())
    .filter((tag) => tag !== '');
}

export const MAX_TAGS = 50;
export const MAX_TAG_LENGTH = 50;

/** Adds tags that are not there yet in any form. What is too long, or too many, is returned as `rest` for the field. */
export function withTags(tags: readonly string[], added: readonly string[]): { tags: string[]; rest: string } {
  const all = [...tags];
  const rest: string[] = [];
  for (const tag of added) {
    if (includes(all, tag)) continue;
    if (all.length < MAX_TAGS && excessOf(tag, MAX_TAG_LENGTH) === 0) all.push(tag);
    else rest.push(tag);
  }
  return { tags: all, rest: rest.join(', ') };
}

const MAX_SUGGESTIONS = 6;

/** Known tags that begin with what was typed, then those that contain it. Without text the most used. */
export function suggestTags(known: readonly string[], chosen: readonly string[], text: string): string[] {
  const typed = tagKey(text.trim().replace(/^#+/, ''));
  const free = known.filter((tag) => !includes(chosen, tag) && tagKey(tag) !== typed);
  const beginning = free.filter((tag) => tagKey(tag).startsWith(typed));
  const containing = free.filter((tag) => !beginning.includes(tag) && tagKey(tag).includes(typed));
  return [...beginning, ...containing].slice(0, MAX_SUGGESTIONS);
}

function includes(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => tagKey(other) === tagKey(tag));
}

import { type DropType, type Media, templateErrors } from './drop-template.schema.ts';

/** Checks that a template has both URL and type of its media, or neither. Type `media` needs both. */
export function checkMedia({ type, media_url, media_type }: { type: DropType } & Media): void {
  const isIncomplete = (media_url === null) !== (media_type === null);
  if (isIncomplete || (type === 'media' && media_url === null)) throw templateErrors.mediaIncomplete();
}

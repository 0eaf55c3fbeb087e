import { type DropType, type Media, templateErrors } from './template.schema.ts';

/** Throws `drops.media-incomplete` where a template does not have the media that it needs, or has half of them. */
export function requireWholeMedia({ type, media_url, media_type }: { type: DropType } & Media): void {
  const isHalf = (media_url === null) !== (media_type === null);
  if (isHalf || (type === 'media' && media_url === null)) throw templateErrors.mediaIncomplete();
}

/** The header of an email: names in lower case. */
type Headers = readonly (readonly [name: string, value: string])[];

/** How old an email may be for its entry to have the date of its `Date` header. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000;

const headerOf = (headers: Headers, wanted: string) => headers.find(([name]) => name === wanted)?.[1];

/** A date without an offset would be one of the server's time zone. */
const OFFSET = /(?:[+-]\d{2}:?\d{2}|\b(?:GMT|UTC?|[ECMP][SD]T)|Z)$/;

/** When an email was written: what its header says, if that is in the last seven days; otherwise now. */
export function writtenAtOf(headers: Headers, now: Date): Date {
  const date = withoutComments(headerOf(headers, 'date') ?? '');
  const written = OFFSET.test(date) ? Date.parse(date) : Number.NaN;
  const age = now.getTime() - written;
  return age >= 0 && age <= MAX_AGE_MS ? new Date(written) : now;
}

/** Dates have comments, such as the name of the time zone. */
function withoutComments(date: string): string {
  return date
    .slice(0, 200)
    .replaceAll(/\([^()]*\)/g, '')
    .trim();
}

/** Whether a program wrote the email: a bounce, a receipt, an absence note or a mass mailing. Not those of a mailing list. */
export function isAutomatic(headers: Headers): boolean {
  const value = (name: string) => headerOf(headers, name)?.trim().toLowerCase();
  const submitted = value('auto-submitted');
  return (
    (submitted !== undefined && /^(?!no\b)./.test(submitted)) ||
    /^multipart\/report\b/.test(value('content-type') ?? '') ||
    /^(?:auto[-_]?reply|bulk|junk)\b/.test(value('precedence') ?? '') ||
    /^(?!no\b)./.test(value('x-autoreply') ?? value('x-autorespond') ?? '') ||
    value('return-path') === '<>'
  );
}

const REPLY =
  /^(?:re|aw|antw|antwort|sv|r|rif|odp|ynt|vá|vs|res|ref|回复|答复|回覆|返信|답장)\s?(?:\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]/iu;
const FORWARD = /^(?:fwd?|wg|tr|rv|enc|doorst|vb|vl|pd|i|i̇lt|továbbítás|转发|轉寄|転送|전달)\s?[:：]/iu;

/** What an email does with another one, by its subject, then by its header. */
export function relationOf(subject: string, headers: Headers): 'reply' | 'forward' | 'none' {
  const words = subject.trimStart();
  if (FORWARD.test(words)) return 'forward';
  const isReply = REPLY.test(words) || headerOf(headers, 'in-reply-to') || headerOf(headers, 'references');
  return isReply ? 'reply' : 'none';
}

/** Whether the email came from a mailing list, whose footer is not the writer's. */
export function isFromList(headers: Headers): boolean {
  return headers.some(([name]) => name === 'list-id' || name === 'list-unsubscribe' || name === 'list-post');
}

/** Such pictures count who has opened the email. */
const MAX_PIXEL_SIDE = 2;
/** Smaller pictures within HTML are bullets and icons. */
const MIN_SIDE = 16;
/** A banner or a portrait in a signature is not larger. */
const MAX_LOGO = { width: 600, height: 200 };

type Picture = { name: string | null; inlineId: string | null };
type Size = { width: number; height: number };

/**
 * Whether a picture decorates the email: a tracking pixel or an icon, or one within the HTML that is called a logo, or that the plain text
 * names (`[cid:…]`) and that is as small as a logo or belongs to what is left out. Others that a user puts between words stay.
 */
export function isDecoration(
  { name, inlineId }: Picture,
  size: Size | null,
  texts: { all: string; own: string },
): boolean {
  const side = size === null ? MIN_SIDE : Math.min(size.width, size.height);
  if (side <= MAX_PIXEL_SIDE) return true;
  if (inlineId === null) return false;
  if (side < MIN_SIDE) return true;
  if (/logo|signature|signatur/i.test(name ?? '')) return true;
  const mark = `[cid:${inlineId}]`;
  if (!texts.all.includes(mark)) return false;
  const isSmall = size !== null && size.width <= MAX_LOGO.width && size.height <= MAX_LOGO.height;
  return isSmall || !texts.own.includes(mark);
}

/** A text without the marks of pictures that lie in the HTML of an email. */
export function withoutPictureMarks(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const rest = line.replaceAll(/\[cid:[^\][\s]{1,300}\]/g, '');
      return rest !== line && rest.trim() === '' ? [] : [rest];
    })
    .join('\n');
}

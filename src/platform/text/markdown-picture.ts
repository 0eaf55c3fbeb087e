import MarkdownIt, { type StateInline, type Token } from 'markdown-it';

/** A picture that a Markdown text shows. `range` is that of its reference; null where the text around it hides its place. */
export type Picture = { source: string; alt: string; range: { start: number; end: number } | null };

type Reference = { source: string; alt: string; raw: string };

/** The maximum length of a destination with unencoded spaces, which some programs write. */
const MAX_LOOSE_LENGTH = 500;
const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp|hei[cf]|avif)$/i;
const EMBED = /!\[\[([^[\]|\n]{1,500})(?:\|[^[\]\n]{0,100})?\]\]/y;
const IMAGE_ELEMENT = /<img\s[^<>]*>/gi;
const ATTRIBUTE = /\s(src|alt)=(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/gi;

/**
 * Finds the pictures of a Markdown text, in its order: those of CommonMark with any form of destination, `<img>`, and Obsidian's
 * `![[photo.jpg|300]]`. Code shows none. The time grows as the text does.
 */
export function picturesIn(text: string): Picture[] {
  const lineStarts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (end) => end.index + end[0].length)];
  const offsetOf = (line: number) => lineStarts[line] ?? text.length;
  const pictures: Picture[] = [];
  let position = 0;
  let end = 0;
  for (const { map, type, content, children } of createParser().parse(text, {})) {
    if (map !== null) {
      position = Math.max(position, offsetOf(map[0]));
      end = offsetOf(map[1]);
    }
    const references = type === 'html_block' ? imagesOf(content) : (children ?? []).flatMap(referencesOf);
    for (const { source, alt, raw } of references) {
      const block = text.slice(0, end);
      // A bar in a cell of a table is escaped.
      const written = [raw, raw.replaceAll('|', '\\|')].find((one) => block.includes(one, position));
      const start = written === undefined ? -1 : block.indexOf(written, position);
      pictures.push({ source, alt, range: written === undefined ? null : { start, end: start + written.length } });
      // A reference over two lines of a quotation is not found. One search for each block is enough.
      position = written === undefined ? end : start + written.length;
    }
  }
  return pictures;
}

/** The text with the descriptions of these pictures in place of their references. */
export function withoutPictures(text: string, pictures: readonly Picture[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { range, alt } of pictures) {
    if (range === null) continue;
    parts.push(text.slice(end, range.start), alt);
    end = range.end;
  }
  return [...parts, text.slice(end)].join('').replaceAll(/\n{3,}/g, '\n\n');
}

function referencesOf({ type, content, attrs, meta }: Token): Reference[] {
  if (type === 'html_inline') return imagesOf(content);
  if (type !== 'image') return [];
  const source = String(attrs?.find(([name]) => name === 'src')?.[1] ?? '');
  return [{ source, alt: content, raw: String((meta as { raw?: unknown }).raw) }];
}

function imagesOf(html: string): Reference[] {
  return (html.match(IMAGE_ELEMENT) ?? []).flatMap((raw) => {
    const values = new Map(
      Array.from(raw.matchAll(ATTRIBUTE), ([, name = '', one, other, bare]) => [
        name.toLowerCase(),
        (one ?? other ?? bare ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"'),
      ]),
    );
    const source = values.get('src');
    return source === undefined ? [] : [{ source, alt: values.get('alt') ?? '', raw }];
  });
}

/** A parser of CommonMark whose images keep their raw reference. */
function createParser(): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ html: true });
  // A destination names a file: it is neither encoded nor refused.
  markdown.normalizeLink = (url) => url;
  markdown.validateLink = () => true;
  const { ruler } = markdown.inline;
  const image = ruler.__rules__[ruler.__find__('image')]?.fn;
  if (image === undefined) throw new Error('The Markdown parser has no rule for images.');
  ruler.at('image', (state, isSilent) => {
    const start = state.pos;
    if (!image(state, isSilent) && !looseImage(state, isSilent)) return false;
    const token = isSilent ? undefined : state.tokens.at(-1);
    if (token !== undefined) token.meta = { raw: state.src.slice(start, state.pos) };
    return true;
  });
  return markdown;
}

/** What CommonMark takes for text: Obsidian's embeds, and destinations with spaces. */
function looseImage(state: StateInline, isSilent: boolean): boolean {
  const { src, pos, posMax, md } = state;
  if (!src.startsWith('![', pos)) return false;
  EMBED.lastIndex = pos;
  const [embed, name] = EMBED.exec(src) ?? [];
  if (embed !== undefined && name !== undefined && pos + embed.length <= posMax)
    return accept(state, isSilent, { source: name.replace(/\\$/, ''), alt: '', end: pos + embed.length });
  const labelEnd = md.helpers.parseLinkLabel(state, pos + 1, false);
  if (labelEnd < 0 || src[labelEnd + 1] !== '(') return false;
  const start = labelEnd + 2;
  const end = closingParenthesis(src, start, Math.min(posMax, start + MAX_LOOSE_LENGTH));
  const source = end === null ? '' : src.slice(start, end).trim();
  if (end === null || !PICTURE_NAME.test(source)) return false;
  return accept(state, isSilent, { source, alt: src.slice(pos + 2, labelEnd), end: end + 1 });
}

function closingParenthesis(text: string, start: number, end: number): number | null {
  let depth = 0;
  for (let at = start; at < end && text[at] !== '\n'; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && depth === 0) return at;
    else if (text[at] === ')') depth -= 1;
  }
  return null;
}

function accept(
  state: StateInline,
  isSilent: boolean,
  { source, alt, end }: { source: string; alt: string; end: number },
): boolean {
  if (!isSilent) {
    const token = state.push('image', 'img', 0);
    token.attrs = [['src', source]];
    token.content = alt;
  }
  state.pos = end;
  return true;
}

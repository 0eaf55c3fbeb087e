import { parse } from 'yaml';

/** A Markdown text and the fields of the YAML before it. */
export type MarkdownFile = { fields: Readonly<Record<string, unknown>>; text: string };

/** The time of the parser grows with the square of the errors in it. */
const MAX_FIELDS_LENGTH = 32_000;
/** More are a bomb: each can repeat all before it. */
const MAX_ALIASES = 50;

/**
 * Splits a Markdown file into its front matter (YAML 1.2 with values of the core schema, dates as texts) and its text. Returns null for
 * front matter that cannot be read. A file without one has no fields.
 */
export function readMarkdownFile(file: string): MarkdownFile | null {
  const source = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  if (!source.startsWith('---\n')) return { fields: {}, text: source };
  const end = source.slice(3, MAX_FIELDS_LENGTH).search(/\n(---|\.\.\.)[ \t]*(\n|$)/);
  // A horizontal rule in the first line.
  if (end === -1) return { fields: {}, text: source };
  const after = source.indexOf('\n', 3 + end + 1);
  const text = after === -1 ? '' : source.slice(after + 1);
  try {
    const fields: unknown = parse(source.slice(4, 3 + end + 1), {
      maxAliasCount: MAX_ALIASES,
      logLevel: 'error',
      prettyErrors: false,
    });
    if (fields === null || fields === undefined) return { fields: {}, text };
    return typeof fields === 'object' && !Array.isArray(fields)
      ? { fields: fields as Record<string, unknown>, text }
      : null;
  } catch {
    return null;
  }
}

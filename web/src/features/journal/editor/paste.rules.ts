/** What a clipboard or a drop brings. */
export type Brought = {
  /** `text/plain`, empty without one. */
  text: string;
  /** `text/html`, empty without one. */
  html: string;
  /** The names of the files. */
  files: readonly string[];
};

/**
 * What becomes of it. `text`: its plain text. `html`: the text of its HTML. `files`: its files, as photos.
 * Word processors and spreadsheets add a picture of the text to it: the text is meant. With a copied file comes its name: the file is meant.
 */
export function meaningOf({ text, html, files }: Brought): 'text' | 'html' | 'files' | 'nothing' {
  if (files.length === 0 && text !== '') return 'text';
  if (text.trim() !== '' && !isAboutFiles(text, files)) return 'text';
  if (files.length > 0) return text.trim() === '' && hasText(html) ? 'html' : 'files';
  return hasText(html) ? 'html' : 'nothing';
}

/** Whether each line names one of the files, alone or at the end of its path or address. */
function isAboutFiles(text: string, files: readonly string[]): boolean {
  const names = new Set(files);
  return text
    .trim()
    .split(/[\r\n]+/)
    .every(
      (line) =>
        names.has(decoded(line.trim().split(/[/\\]/).at(-1) ?? '')) ||
        /^(https?|file|blob|data):\S+$/.test(line.trim()),
    );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether HTML shows any text. A copied picture is one element without. */
function hasText(html: string): boolean {
  return (
    withoutHidden(html.toLowerCase())
      .replaceAll(/<[^<>]*>|&nbsp;/g, '')
      .trim() !== ''
  );
}

/** HTML in small letters without comments and elements that are not shown. One without an end goes on to the end of the text. */
function withoutHidden(html: string): string {
  let shown = '';
  let at = 0;
  for (const { 0: start, index } of html.matchAll(/<!--|<(?:style|script|title)\b/g)) {
    if (index < at) continue;
    const end = start === '<!--' ? '-->' : `</${start.slice(1)}>`;
    const endAt = html.indexOf(end, index);
    shown += html.slice(at, index);
    if (endAt === -1) return shown;
    at = endAt + end.length;
  }
  return shown + html.slice(at);
}

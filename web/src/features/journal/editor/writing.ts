import { replaceSelection } from '../../../shared/ui/replace-selection.ts';
import { nextItem } from './writing.rules.ts';

/** Puts marks around the selection, or takes them away: `**bold**`. */
export function toggleMarks(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const isMarked = value.slice(start - mark.length, start) === mark && value.slice(end, end + mark.length) === mark;
  const selected = value.slice(start, end);
  if (isMarked) {
    field.setSelectionRange(start - mark.length, end + mark.length);
    replaceSelection(field, selected);
    field.setSelectionRange(start - mark.length, end - mark.length);
  } else {
    replaceSelection(field, `${mark}${selected}${mark}`);
    field.setSelectionRange(start + mark.length, end + mark.length);
  }
}

/** Makes the selection a link, and selects what is still to be written: the text or the URL. */
export function insertLink(field: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const selected = value.slice(start, end);
  const isUrl = /^https?:\/\/\S+$/.test(selected);
  const [text, url] = isUrl ? ['', selected] : [selected, 'https://'];
  replaceSelection(field, `[${text}](${url})`);
  const urlStart = start + text.length + 3;
  if (text === '') field.setSelectionRange(start + 1, start + 1);
  else field.setSelectionRange(urlStart, urlStart + url.length);
}

/** Makes each selected line an item of a list, or plain text again. */
export function toggleList(field: HTMLTextAreaElement): void {
  const { value } = field;
  const start = value.lastIndexOf('\n', field.selectionStart - 1) + 1;
  const nextLine = value.indexOf('\n', field.selectionEnd);
  const end = nextLine === -1 ? value.length : nextLine;
  const lines = value.slice(start, end).split('\n');
  const isList = lines.every((line) => line.startsWith('- '));
  field.setSelectionRange(start, end);
  replaceSelection(field, lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n'));
}

/** Starts the next item of a list at Enter, or ends the list. Returns false where Enter is a plain line break. */
export function continueList(field: HTMLTextAreaElement): boolean {
  const { selectionStart: caret, selectionEnd, value } = field;
  if (caret !== selectionEnd) return false;
  const lineStart = value.lastIndexOf('\n', caret - 1) + 1;
  const next = nextItem(value.slice(lineStart, caret));
  if (next === null) return false;
  if ('end' in next) field.setSelectionRange(lineStart, caret);
  replaceSelection(field, 'end' in next ? '' : `\n${next.marker}`);
  return true;
}

/** Words as people count them, in any script. */
export function countWords(text: string, locale: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text))
    if (isWordLike) words += 1;
  return words;
}

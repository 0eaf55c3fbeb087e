export type Range = { start: number; end: number };

/** The words of a search that can stand in a title: those of phrases too, without the ones that are ruled out. */
function wordsOf(query: string): string[] {
  return query
    .replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ')
    .replace(/"/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^or$/i.test(word));
}

/** Where the words of a search begin a word of a text, in UTF-16 code units, without overlaps. */
export function matchesIn(text: string, query: string): Range[] {
  const words = wordsOf(query).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu');
  return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}

export type Piece = { text: string; isMatch: boolean };

/** Cuts a text at its matches. Ranges that are out of order or outside are left out. */
export function piecesOf(text: string, matches: readonly Range[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of matches) {
    if (match.start < end || match.end > text.length || match.end <= match.start) continue;
    if (match.start > end) pieces.push({ text: text.slice(end, match.start), isMatch: false });
    pieces.push({ text: text.slice(match.start, match.end), isMatch: true });
    end = match.end;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
}

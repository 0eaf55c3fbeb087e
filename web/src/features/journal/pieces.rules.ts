export type Range = { start: number; end: number };

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

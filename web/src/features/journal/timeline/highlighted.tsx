import { piecesOf, type Range } from '../pieces.rules.ts';
import classes from './highlighted.module.css';

/** A text with the words of a search marked. */
export function Highlighted({ text, matches }: { text: string; matches: readonly Range[] }) {
  let position = 0;
  return piecesOf(text, matches).map((piece) => {
    position += piece.text.length;
    return piece.isMatch ? (
      <mark key={position} className={classes.match}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    );
  });
}

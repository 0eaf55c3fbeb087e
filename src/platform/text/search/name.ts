import { fold } from './letters.ts';

const GAPS = /[^\p{L}\p{M}\p{N}_]+/gu;
const JOINTS = /['-]/g;
/** Scripts whose words are not separated: what is typed can stand anywhere. */
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether a name has words that begin with what is typed, as searches of the server compare them. */
export function isNamed(name: string, typed: string): boolean {
  const start = wordsIn(fold(typed));
  const folded = fold(name);
  return [folded, folded.replace(JOINTS, '')].some((form) => {
    const words = wordsIn(form);
    return ` ${words}`.includes(` ${start}`) || (SPACELESS.test(start) && words.includes(start));
  });
}

const wordsIn = (folded: string) => folded.replace(GAPS, ' ').trim();

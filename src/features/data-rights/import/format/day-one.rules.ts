/* https://dayoneapp.com/guides: the JSON export. */

const MOMENT = /!?\[[^[\]]{0,200}\]\(dayone-moment:[^()[\]\s]{0,200}\)/g;
/** Day One escapes punctuation of Markdown. Meadow shows texts as they are. */
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!>~|])/g;

/** The text of an entry without references to its photos. */
export function textOfDayOne(text: string): string {
  return text
    .replaceAll(MOMENT, '')
    .replaceAll(ESCAPED, '$1')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The ids of the photos that the text shows, in its order, in upper case. */
export function momentsIn(text: string): string[] {
  return [...text.matchAll(MOMENT)].flatMap(([moment]) => {
    const id = /dayone-moment:\/{1,2}([0-9A-Za-z-]+)\)$/.exec(moment)?.[1];
    return id === undefined ? [] : [id.toUpperCase()];
  });
}

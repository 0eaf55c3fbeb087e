/** The signature's delimiter ends with a space and is never joined. */
const SIGNATURE = '-- ';

/** Joins the lines of a text with `format=flowed` (RFC 3676): those of one quote depth, until one that ends without a space. */
export function joinFlowedLines(text: string, deletesSpace: boolean): string {
  const paragraphs: string[] = [];
  let open: { depth: number; pieces: string[] } | null = null;
  const close = () => {
    if (open !== null) paragraphs.push(`${'>'.repeat(open.depth)}${open.depth > 0 ? ' ' : ''}${open.pieces.join('')}`);
    open = null;
  };
  for (const line of text.split(/\r?\n/)) {
    const { depth, words } = readLine(line);
    if (open !== null && open.depth !== depth) close();
    const isFlowed = words.endsWith(' ') && words !== SIGNATURE;
    if (words === SIGNATURE) close();
    open ??= { depth, pieces: [] };
    open.pieces.push(isFlowed && deletesSpace ? words.slice(0, -1) : words);
    if (!isFlowed) close();
  }
  close();
  return paragraphs.join('\n');
}

/** A line without its quote marks, and without the space that senders put before what would be read as one. */
function readLine(line: string): { depth: number; words: string } {
  let depth = 0;
  while (line[depth] === '>') depth += 1;
  const words = line.slice(depth);
  return { depth, words: words.startsWith(' ') ? words.slice(1) : words };
}

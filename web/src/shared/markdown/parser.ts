import MarkdownIt from 'markdown-it';

export const parser = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });

export type Token = ReturnType<typeof parser.parse>[number];

// A line such as `[Mum]: yes` would be a definition, which is not shown.
parser.disable('reference');
// An address is shown as it was written, neither encoded nor decoded. Browsers encode what they open.
parser.normalizeLink = (address) => address;
parser.normalizeLinkText = (text) => text;

/** Quotes and lists within each other. The parser leaves out what is deeper than its own limit of 100. */
const MAX_DEPTH = 40;

/** Shows what is too deep as plain text. */
parser.block.ruler.before('table', 'depth', (state, startLine, endLine, isSilent) => {
  if (isSilent || state.level < MAX_DEPTH) return false;
  const content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
  state.line = endLine;
  if (content === '') return true;
  state.push('paragraph_open', 'p', 1);
  const text = state.push('inline', '', 0);
  text.content = content;
  text.map = [startLine, endLine];
  text.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
});

/** Keeps the cells that a row has beyond the head of its table, which the parser leaves out: they join the last cell. */
parser.core.ruler.after('block', 'cells', (state) => {
  let row = 0;
  let columns = 0;
  let lines: string[] | null = null;
  let last: Token | null = null;
  state.tokens.forEach((token, index) => {
    if (token.type === 'table_open') [row, columns] = [(token.map?.[0] ?? 0) + 1, 0];
    else if (token.type === 'th_open') columns += 1;
    else if (token.type === 'td_open') last = state.tokens[index + 1] ?? null;
    else if (token.type === 'tr_close') {
      // The first row is the head. The line after it draws the columns.
      if (last !== null) {
        lines ??= state.src.split('\n');
        const surplus = cellsOf(lines[row] ?? '').slice(columns);
        if (surplus.length > 0) last.content = [last.content, ...surplus].join(' | ');
      }
      last = null;
      row += 1;
    }
  });
});

function cellsOf(line: string): string[] {
  const cells = line
    .replace(/^[\s>]+/, '')
    .trimEnd()
    .split(/(?<!\\)\|/);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** What Enter does in a list: the marker of the next item, or null where there is none. An item without text ends the list. */
export function nextItem(line: string): { marker: string } | { end: true } | null {
  const match = /^(\s*)([-*+]|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?(\S.*)?$/.exec(line);
  if (match === null) return null;
  const [, indent = '', bullet = '', number, close = '', space = ' ', box, text = ''] = match;
  if (text.trim() === '') return { end: true };
  const next = number === undefined ? bullet : `${Number(number) + 1}${close}`;
  return { marker: `${indent}${next}${space}${box === undefined ? '' : '[ ] '}` };
}

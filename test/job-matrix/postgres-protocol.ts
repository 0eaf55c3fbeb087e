/* A parser for the statements in the PostgreSQL protocol. A message is a type byte, a length, and a content. */

const QUERY = 'Q';
const PARSE = 'P';
const BIND = 'B';
const EXECUTE = 'E';

/** Creates a reader of all bytes that a client sends. It returns the text of each executed statement. */
export function createStatementReader(): (bytes: Buffer) => string[] {
  const texts = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isGreeted = false;
  let bound = '';

  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const statements: string[] = [];
    for (;;) {
      // The startup message has no type byte.
      const start = isGreeted ? 1 : 0;
      if (rest.length < start + 4) return statements;
      const end = start + rest.readUInt32BE(start);
      if (rest.length < end) return statements;
      const content = rest.subarray(start + 4, end);
      const letter = isGreeted ? String.fromCharCode(rest[0] ?? 0) : '';
      isGreeted = true;
      rest = rest.subarray(end);

      const [first = '', second = ''] = content.toString('utf8').split('\0', 2);
      if (letter === QUERY) statements.push(first);
      else if (letter === PARSE) texts.set(first, second);
      // The content is the name of the portal, then that of the statement.
      else if (letter === BIND) bound = texts.get(second) ?? '';
      else if (letter === EXECUTE) statements.push(bound);
    }
  };
}

/** Returns whether the response is complete: its last message is ReadyForQuery. */
export function endsRound(bytes: Buffer): boolean {
  return bytes.length >= 6 && bytes.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]));
}

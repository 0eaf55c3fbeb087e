/* As much of PostgreSQL's protocol as it takes to see which statements go by. A message is a letter, a length, and its content. */

const QUERY = 'Q';
const PARSE = 'P';
const BIND = 'B';
const EXECUTE = 'E';

/** Reads what a client sends, from the beginning of its connection on: gives the text of each statement that is to be executed. */
export function createStatementReader(): (bytes: Buffer) => string[] {
  const texts = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isGreeted = false;
  let bound = '';

  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const statements: string[] = [];
    for (;;) {
      // The first message has no letter.
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
      // A portal, and the name of the statement in it.
      else if (letter === BIND) bound = texts.get(second) ?? '';
      else if (letter === EXECUTE) statements.push(bound);
    }
  };
}

/** Whether the server has said all that it has to say about what was asked: ReadyForQuery is the last message. */
export function endsRound(bytes: Buffer): boolean {
  return bytes.length >= 6 && bytes.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]));
}

import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { codeOf } from './errors.ts';
import { createLogger } from './log.ts';

const database = new pg.Client({ connectionString: inject('clusterUrl') });
await database.connect();
await database.query(`
  create temporary table note (
    id int primary key, address varchar(40) unique, text varchar(30) not null,
    constraint note_is_good check (text <> 'canary-bad')
  );
  insert into note values (1, 'canary@example.org', 'canary-one')`);
afterAll(() => database.end());

/** What PostgreSQL itself throws over this statement. */
async function databaseErrorOf(statement: string, values?: unknown[]): Promise<Error> {
  try {
    await database.query(statement, values);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error(`PostgreSQL accepted: ${statement}`);
}

/** The line that a logger of ours writes about it. */
function lineOf(error: unknown) {
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'it failed');
  const [text = ''] = lines;
  return { text, err: JSON.parse(text).err };
}

const STATEMENTS: [string, string, unknown[]?][] = [
  ['22P02', 'select $1::uuid', ['canary-no-uuid']],
  ['22P02', 'select $1::jsonb', ['{"canary": canary}']],
  ['23505', 'insert into note values (2, $1, $2)', ['canary@example.org', 'two']],
  ['23514', 'insert into note values (2, $1, $2)', ['canary-other', 'canary-bad']],
  ['23502', 'insert into note values (2, $1, null)', ['canary-other']],
  ['42703', 'select "canary-column" from note'],
  ['P0001', `do $$ begin raise exception 'canary' using detail = 'canary', hint = 'canary'; end $$`],
];

describe('An error of the database', () => {
  test.each(STATEMENTS)('%s, by: %s, leaves nothing of a value in the log', async (code, statement, values) => {
    const error = await databaseErrorOf(statement, values);
    expect(codeOf(error)).toBe(code);
    expect(JSON.stringify({ ...error, message: error.message })).toContain('canary');
    const { text, err } = lineOf(error);
    expect(text).not.toContain('canary');
    expect(err).toMatchObject({ code, stack: expect.stringContaining('    at ') });
    expect(Object.keys(err)).not.toContain('message');
  });

  test('keeps the names of what it broke', async () => {
    const statement = 'insert into note values (2, $1, $2)';
    const { err } = lineOf(await databaseErrorOf(statement, ['canary-other', 'canary-bad']));
    expect(err).toMatchObject({ type: 'error', code: '23514', table: 'note', constraint: 'note_is_good' });
    const { err: missing } = lineOf(await databaseErrorOf('insert into note values (2, null, null)'));
    expect(missing).toMatchObject({ code: '23502', table: 'note', column: 'text' });
  });

  test('stays as silent as a cause, a cause of a cause, and one of many', async () => {
    const error = await databaseErrorOf('select $1::uuid', ['canary-no-uuid']);
    const cause = new Error('the reason between', { cause: error });
    for (const outer of [cause, new Error('outer', { cause }), new AggregateError([new Error('one'), error], 'many')]) {
      const { text } = lineOf(outer);
      expect(text).not.toContain('canary');
      expect(text).toContain('22P02');
      expect(text).toContain(outer.message);
    }
    expect(lineOf(cause).text).toContain('the reason between');
  });

  test('tells nothing of its message where a line has none of its own', async () => {
    const error = await databaseErrorOf('select $1::uuid', ['canary-no-uuid']);
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    log.error(error);
    log.error({ err: error, fact: 1 });
    log.error(error, 'it failed');
    expect(lines.join('')).not.toContain('canary');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'an error', err: { code: '22P02' } },
      { msg: 'an error', err: { code: '22P02' }, fact: 1 },
      { msg: 'it failed', err: { code: '22P02' } },
    ]);
  });

  test('keeps no lines of its message among those of its stack', async () => {
    const error = await databaseErrorOf('select $1::uuid', ['x\n    at canary (file:1:1)\n    at canary']);
    expect(lineOf(error).text).not.toContain('canary');
  });
});

describe('Any other error', () => {
  test('keeps its type, code, message, stack and causes', () => {
    const cause = Object.assign(new TypeError('the reason'), { code: 'ECONNREFUSED' });
    const { err } = lineOf(new Error('it went wrong', { cause }));
    expect(err).toMatchObject({
      type: 'Error',
      message: 'it went wrong',
      stack: expect.stringMatching(/^ {4}at .*log\.test\.ts/),
      cause: { type: 'TypeError', code: 'ECONNREFUSED', message: 'the reason', stack: expect.stringContaining('at ') },
    });
  });

  test('of the system keeps its message, though its code has five letters', () => {
    const { err } = lineOf(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(err).toMatchObject({ code: 'EPIPE', message: 'write EPIPE' });
  });

  test('leaves out other properties', () => {
    const { text } = lineOf(Object.assign(new Error('it went wrong'), { parameters: ['canary'], request: 'canary' }));
    expect(text).not.toContain('canary');
  });

  test('that causes itself comes to an end', () => {
    const error = new Error('round and round');
    error.cause = error;
    expect(lineOf(error).text).toContain('round and round');
  });

  test.each(['canary', { message: 'canary' }, 7])('that is none tells nothing but that: %j', (thrown) => {
    expect(lineOf(thrown).text).not.toContain('canary');
    expect(lineOf(thrown).err).toEqual({ type: typeof thrown });
  });
});

import type { CompiledQuery, RawBuilder } from 'kysely';
import type { ReadDb } from './database.ts';

/**
 * Returns a function that executes a statement, and builds its text once for each shape: to build the statement of a screen takes a
 * tenth of its request.
 *
 * `build` gets the shape, on which the text depends, and placeholders for the values, which it may only hand to `sql`. Equal
 * placeholders become one parameter. There have to be few shapes, because they are kept.
 */
export function compileOnce<Shape, Values extends object, Row>(
  build: (shape: Shape, values: Values) => RawBuilder<Row>,
): (db: ReadDb, shape: Shape, values: Values) => Promise<Row[]> {
  const statements = new Map<string, Statement>();
  return async (db, shape, values) => {
    const key = JSON.stringify(shape);
    let statement = statements.get(key);
    if (statement === undefined) {
      statement = toStatement(build(shape, PLACEHOLDERS as Values).compile(db));
      statements.set(key, statement);
    }
    const parameters = statement.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...statement.query, parameters } as CompiledQuery<Row>);
    return rows;
  };
}

/** The parameters are values, or placeholders of them. */
type Statement = { query: CompiledQuery; parameters: readonly unknown[] };

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Called where a text or a number is needed. */
  [Symbol.toPrimitive](): never {
    throw new Error(`The text of a statement depends on ${this.name}: make it part of the shape.`);
  }
}

const PLACEHOLDERS = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) });

/** Numbers the parameters anew, so that each value is sent once. */
function toStatement(query: CompiledQuery): Statement {
  const parameters: unknown[] = [];
  const numbers = query.parameters.map((parameter) => {
    const known = parameters.findIndex((other) => isSame(parameter, other));
    return known >= 0 ? known + 1 : parameters.push(parameter);
  });
  const sql = query.sql.replace(/\$(\d+)/g, (_parameter, number) => `$${numbers[Number(number) - 1]}`);
  return { query: { ...query, sql }, parameters };
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Placeholder && other instanceof Placeholder && one.name === other.name;
}

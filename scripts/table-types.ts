import {
  type DatabaseMetadata,
  type ExpressionNode,
  GenericExpressionNode,
  generate,
  getDialect,
  LiteralNode,
} from 'kysely-codegen';
import pg from 'pg';

const JSON_TYPES = ['json', 'jsonb'];

/**
 * The row types of a migrated database, as TypeScript. A text column with `check (column in (…))` has the union of these values,
 * a JSON column the type that its store declares in `JsonTypes`.
 */
export async function describeTables(connectionString: string): Promise<string> {
  const dialect = getDialect('postgres', { dateParser: 'string' });
  const db = await dialect.introspector.connect({ connectionString, dialect });
  const overrides: { columns: Record<string, ExpressionNode> } = { columns: {} };
  try {
    return await generate({
      db,
      dialect,
      typeMapping: { int8: 'number' },
      customImports: { JsonColumn: './json-columns.ts#JsonColumn' },
      overrides,
      postprocess: async ({ metadata }) => {
        Object.assign(overrides.columns, jsonTypes(metadata));
        return withCheckedValues(metadata, await readCheckedValues(connectionString));
      },
      excludePattern: '{public.schema_migration_*,partitions.*}',
      outFile: null,
    });
  } finally {
    await db.destroy();
  }
}

/** By `table.column`. The generator adds null where the column may be null. */
function jsonTypes(metadata: DatabaseMetadata): Record<string, ExpressionNode> {
  const columns = metadata.tables.flatMap((table) =>
    table.columns
      .filter(({ dataType }) => JSON_TYPES.includes(dataType))
      .map(({ name, hasDefaultValue }) => {
        const path = `${table.name}.${name}`;
        const type = new GenericExpressionNode('JsonColumn', [new LiteralNode(path)]);
        return [path, hasDefaultValue ? new GenericExpressionNode('Generated', [type]) : type];
      }),
  );
  return Object.fromEntries(columns);
}

function withCheckedValues(metadata: DatabaseMetadata, valuesOf: ReadonlyMap<string, string[]>): DatabaseMetadata {
  for (const table of metadata.tables) {
    for (const column of table.columns) column.enumValues ??= valuesOf.get(`${table.name}.${column.name}`) ?? null;
  }
  return metadata;
}

const CHECKED_COLUMNS = `
  select concat(conrelid::regclass, '.', attname) as path, pg_get_constraintdef(pg_constraint.oid) as definition
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace`;

/** The values of each `table.column` whose constraint lists them. */
async function readCheckedValues(connectionString: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ path: string; definition: string }>(CHECKED_COLUMNS);
    return new Map(
      rows.flatMap(({ path, definition }) => {
        const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(definition)?.[1];
        return list === undefined
          ? []
          : [[path, [...list.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value)]];
      }),
    );
  } finally {
    await client.end();
  }
}

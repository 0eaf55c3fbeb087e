/** A node of the tree that libpg-query makes of a statement. Most nodes are an object with one key, the name of their kind. */
export type Tree = { readonly [key: string]: unknown };

/** The node if it is of this kind. */
export function as(node: unknown, kind: string): Tree | undefined {
  return isTree(node) ? (node[kind] as Tree | undefined) : undefined;
}

export function listOf(value: unknown): readonly Tree[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list of names. */
export function namesOf(value: unknown): string[] {
  return listOf(value).map((name) => textOf(as(name, 'String')?.sval));
}

/** What is asked of a column: `a.b` is `['a', 'b']`, `*` is `['*']`. Null for anything but a column. Casts are looked through. */
export function columnOf(node: unknown): string[] | null {
  const cast = as(node, 'TypeCast');
  if (cast) return columnOf(cast.arg);
  const column = as(node, 'ColumnRef');
  return column ? listOf(column.fields).map((field) => textOf(as(field, 'String')?.sval) || '*') : null;
}

/** The nodes of these kinds below a node, itself included. It does not look into those that it finds, nor into selects. */
export function findNodes(node: unknown, ...kinds: string[]): { kind: string; body: Tree }[] {
  if (Array.isArray(node)) return node.flatMap((child) => findNodes(child, ...kinds));
  if (!isTree(node)) return [];
  return Object.entries(node).flatMap(([kind, child]) => {
    if (kinds.includes(kind)) return [{ kind, body: child as Tree }];
    return kind === 'SelectStmt' ? [] : findNodes(child, ...kinds);
  });
}

/** The conditions that all have to hold. */
export function conditionsOf(node: unknown): Tree[] {
  const and = as(node, 'BoolExpr');
  if (and?.boolop === 'AND_EXPR') return listOf(and.args).flatMap(conditionsOf);
  return isTree(node) ? [node] : [];
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

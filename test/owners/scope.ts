import { as, columnOf, conditionsOf, findNodes, listOf, namesOf, type Tree, textOf } from './tree.ts';

/** The columns of a result, and whether the statement restricts their values to an owner. */
export type Output = { columns: readonly string[]; isNamed: (column: string) => boolean };

/** A table, or the output of a query or a function, in a FROM. */
export type Relation = { alias: string; table: string | null; output: Output };

/** Runs a query inside of a scope. */
export type Visit = (query: Tree, scope: Scope) => Output;

type Equality = { left: unknown; right: { node: unknown } | { isNamed: () => boolean } };

/**
 * The relations of one FROM, and what its conditions say to be equal. A column is named if it is equal to a value that was sent with
 * the statement, or to another column that is.
 */
export class Scope {
  readonly relations: Relation[] = [];
  readonly #parent: Scope | null;
  readonly #visit: Visit;
  readonly #conditions: Tree[] = [];
  readonly #visiting = new Set<string>();

  constructor(parent: Scope | null, visit: Visit) {
    this.#parent = parent;
    this.#visit = visit;
  }

  add(relation: Relation): void {
    this.relations.push(relation);
  }

  restrict(condition: unknown): void {
    this.#conditions.push(...conditionsOf(condition));
  }

  /** Whether one of these columns of the relation is named, or one of them in each of several alternatives. */
  namesOneOf(relation: Relation, columns: readonly string[]): boolean {
    if (columns.some((column) => this.isColumnNamed(relation, column))) return true;
    return this.#conditions.some((condition) => {
      const alternatives = alternativesOf(condition);
      return (
        alternatives.length > 0 &&
        alternatives.every((conditions) => columns.some((column) => this.#isEqualToNamed(relation, column, conditions)))
      );
    });
  }

  /** Whether all columns in an expression are named. */
  isNamed(expression: unknown): boolean {
    return findNodes(expression, 'ColumnRef', 'SubLink').every(({ kind, body }) => {
      if (kind === 'ColumnRef') return this.isReferenceNamed(columnOf({ ColumnRef: body }) ?? []);
      if (body.subLinkType !== 'EXPR_SUBLINK' && body.subLinkType !== 'ARRAY_SUBLINK') return true;
      const output = this.#visit(body.subselect as Tree, this);
      return output.isNamed(output.columns[0] ?? '');
    });
  }

  isReferenceNamed(path: readonly string[]): boolean {
    const relation = this.#find(path);
    if (relation !== undefined) return this.isColumnNamed(relation, path.at(-1) ?? '');
    return this.#parent?.isReferenceNamed(path) ?? false;
  }

  #find(path: readonly string[]): Relation | undefined {
    const column = path.at(-1) ?? '';
    const alias = path.at(-2);
    if (alias !== undefined) return this.relations.find((relation) => relation.alias === alias);
    return this.relations.find(({ output }) => output.columns.includes(column));
  }

  isColumnNamed(relation: Relation, column: string): boolean {
    const key = `${relation.alias}.${column}`;
    if (this.#visiting.has(key)) return false;
    this.#visiting.add(key);
    const isNamed = relation.output.isNamed(column) || this.#isEqualToNamed(relation, column, this.#conditions);
    this.#visiting.delete(key);
    return isNamed;
  }

  #isEqualToNamed(relation: Relation, column: string, conditions: readonly Tree[]): boolean {
    const isIt = (node: unknown) => {
      const path = columnOf(node);
      return path !== null && path.at(-1) === column && this.#find(path) === relation;
    };
    return conditions
      .flatMap((condition) => this.#equalitiesOf(condition))
      .some(({ left, right }) => {
        if ('isNamed' in right) return isIt(left) && right.isNamed();
        return (isIt(left) && this.isNamed(right.node)) || (isIt(right.node) && this.isNamed(left));
      });
  }

  #equalitiesOf(condition: Tree): Equality[] {
    const test = as(condition, 'A_Expr');
    if (test && namesOf(test.name).at(-1) === '=') return equalitiesOfTest(test);
    const link = as(condition, 'SubLink');
    if (link?.subLinkType !== 'ANY_SUBLINK' || link.operName !== undefined) return [];
    const output = this.#visit(link.subselect as Tree, this);
    return itemsOf(link.testexpr).map((left, position) => ({
      left,
      right: { isNamed: () => output.isNamed(output.columns[position] ?? '') },
    }));
  }
}

/** The equalities of `=`, `= any` and `in`; those of rows are of their columns. */
function equalitiesOfTest({ kind, lexpr, rexpr }: Tree): Equality[] {
  if (kind === 'AEXPR_OP_ANY') return [{ left: lexpr, right: { node: rexpr } }];
  if (kind === 'AEXPR_OP') {
    const right = itemsOf(rexpr);
    return itemsOf(lexpr).map((left, position) => ({ left, right: { node: right[position] } }));
  }
  if (kind !== 'AEXPR_IN') return [];
  const rows = listOf(as(rexpr, 'List')?.items).map(itemsOf);
  return itemsOf(lexpr).map((left, position) => ({ left, right: { node: rows.map((row) => row[position]) } }));
}

/** The conditions of each branch of an OR, or of each item of an IN. */
function alternativesOf(condition: Tree): Tree[][] {
  const or = as(condition, 'BoolExpr');
  if (or?.boolop === 'OR_EXPR') return listOf(or.args).map(conditionsOf);
  const test = as(condition, 'A_Expr');
  if (test?.kind !== 'AEXPR_IN' || namesOf(test.name).at(-1) !== '=') return [];
  const items = listOf(as(test.rexpr, 'List')?.items);
  return items.map((rexpr) => [{ A_Expr: { ...test, kind: 'AEXPR_OP', rexpr } }]);
}

function itemsOf(node: unknown): readonly unknown[] {
  const row = as(node, 'RowExpr');
  return row ? listOf(row.args) : [node];
}

/** The name by which a relation is called, and the names that its alias gives to its columns. */
export function aliasOf(relation: Tree, otherwise = ''): { alias: string; columns: string[] } {
  const alias = (relation.alias ?? {}) as Tree;
  return { alias: textOf(alias.aliasname) || otherwise, columns: namesOf(alias.colnames) };
}

/** The output with other names for its first columns. */
export function rename(output: Output, names: readonly string[]): Output {
  const columns = output.columns.map((column, position) => names[position] ?? column);
  return { columns, isNamed: (column) => output.isNamed(output.columns[columns.indexOf(column)] ?? column) };
}

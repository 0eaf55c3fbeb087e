import { loadModule, parseSync } from 'libpg-query';
import { OWNERS } from './owners.ts';
import { aliasOf, type Output, type Relation, rename, Scope, type Visit } from './scope.ts';
import { as, columnOf, findNodes, listOf, namesOf, type Tree, textOf } from './tree.ts';

await loadModule();

/** The columns of each table. */
export type Tables = Readonly<Record<string, readonly string[]>>;

/** Queries that a WITH gives a name to. */
type Named = ReadonlyMap<string, Output>;

const UNKNOWN: Output = { columns: [], isNamed: () => false };
const SENT = (columns: readonly string[]): Output => ({ columns, isNamed: () => true });
const VERBS = { UpdateStmt: 'update', DeleteStmt: 'delete', InsertStmt: 'insert', MergeStmt: 'merge' } as const;

/**
 * The tables of owners that a statement reads, locks or writes without naming the owners of the rows, each as `update goal`. Owners are
 * named by equality with what was sent with the statement, directly or through other columns. What functions and triggers of the
 * database do is not seen.
 */
export function findCrossings(text: string, tables: Tables): string[] {
  const found = new Set<string>();
  const visited = new Map<Tree, Output>();

  function visitStatement(statement: unknown, scope: Scope | null, named: Named): Output {
    const [[kind = '', body = {}] = []] = Object.entries((statement ?? {}) as Record<string, Tree>);
    if (kind === 'DeclareCursorStmt') return visitStatement(body.query, scope, named);
    if (kind === 'SelectStmt') return visitSelect(body, scope, named);
    return kind in VERBS ? visitWrite(VERBS[kind as keyof typeof VERBS], body, scope, named) : UNKNOWN;
  }

  function visitOnce(statement: Tree, scope: Scope, named: Named): Output {
    const known = visited.get(statement);
    if (known) return known;
    // A query that asks about itself, through a column of its own, finds nothing.
    visited.set(statement, UNKNOWN);
    const output = visitStatement(statement, scope, named);
    visited.set(statement, output);
    return output;
  }

  function visitWith(body: Tree, scope: Scope | null, outer: Named): Named {
    const named = new Map(outer);
    for (const query of listOf((body.withClause as Tree | undefined)?.ctes)) {
      const { ctename, ctequery, aliascolnames } = as(query, 'CommonTableExpr') ?? {};
      named.set(textOf(ctename), rename(visitStatement(ctequery, scope, named), namesOf(aliascolnames)));
    }
    return named;
  }

  function visitSelect(body: Tree, parent: Scope | null, outer: Named): Output {
    const named = visitWith(body, parent, outer);
    if (body.larg !== undefined) {
      const [left, right] = [body.larg, body.rarg].map((side) => visitSelect(side as Tree, parent, named)) as [
        Output,
        Output,
      ];
      const isNamed = (column: string) =>
        left.isNamed(column) && right.isNamed(right.columns[left.columns.indexOf(column)] ?? '');
      return { columns: left.columns, isNamed };
    }
    const scope = openScope(parent, named);
    for (const item of listOf(body.fromClause)) addItem(scope, item, named);
    scope.restrict(body.whereClause);
    const { withClause: _, fromClause: __, lockingClause, ...expressions } = body;
    visitExpressions(expressions, scope, named);
    const isLocked = lockOf(lockingClause);
    for (const relation of scope.relations) check(scope, relation, isLocked(relation) ? 'lock' : 'select');
    return body.valuesLists === undefined ? outputOf(body.targetList, scope) : outputOfValues(body.valuesLists, scope);
  }

  function visitWrite(verb: string, body: Tree, parent: Scope | null, outer: Named): Output {
    const named = visitWith(body, parent, outer);
    const scope = openScope(parent, named);
    const target = relationOf(body.relation as Tree, new Map());
    scope.add(target);
    if (verb === 'insert') {
      visitStatement(body.selectStmt, parent, named);
      const columns = listOf(body.cols).map((column) => textOf(as(column, 'ResTarget')?.name));
      const isOwned = columns.length === 0 || ownersOf(target).every((owner) => columns.includes(owner));
      if (!isOwned) found.add(`insert ${target.table}`);
      return outputOf((body.returningClause as Tree | undefined)?.exprs, openScope(null, named), SENT(columns));
    }
    const others = [
      ...listOf(body.fromClause),
      ...listOf(body.usingClause),
      ...listOf(body.sourceRelation && [body.sourceRelation]),
    ];
    for (const item of others) addItem(scope, item, named);
    scope.restrict(body.whereClause ?? body.joinCondition);
    const {
      withClause: _,
      fromClause: __,
      usingClause: ___,
      relation: ____,
      sourceRelation: _____,
      ...expressions
    } = body;
    visitExpressions(expressions, scope, named);
    for (const relation of scope.relations) check(scope, relation, relation === target ? verb : 'select');
    return outputOf((body.returningClause as Tree | undefined)?.exprs, scope);
  }

  function openScope(parent: Scope | null, named: Named): Scope {
    const visit: Visit = (query, scope) => visitOnce(query, scope, named);
    return new Scope(parent, visit);
  }

  function visitExpressions(expressions: unknown, scope: Scope, named: Named): void {
    for (const { kind, body } of findNodes(expressions, 'SubLink')) {
      visitExpressions(body.testexpr, scope, named);
      if (kind === 'SubLink') visitOnce(body.subselect as Tree, scope, named);
    }
  }

  function addItem(scope: Scope, item: Tree, named: Named): void {
    const join = as(item, 'JoinExpr');
    if (join) {
      const before = scope.relations.length;
      addItem(scope, join.larg as Tree, named);
      const between = scope.relations.length;
      addItem(scope, join.rarg as Tree, named);
      scope.restrict(join.quals);
      visitExpressions(join.quals, scope, named);
      const [left, right] = [scope.relations.slice(before, between), scope.relations.slice(between)];
      for (const column of namesOf(join.usingClause)) scope.restrict(equalityOf(column, left, right));
      return;
    }
    const table = as(item, 'RangeVar');
    if (table) scope.add(relationOf(table, named));
    const query = as(item, 'RangeSubselect');
    if (query) {
      const { alias, columns } = aliasOf(query);
      scope.add({ alias, table: null, output: rename(visitOnce(query.subquery as Tree, scope, named), columns) });
    }
    const call = as(item, 'RangeFunction');
    if (call) {
      const { alias, columns } = aliasOf(
        call,
        textOf(namesOf(findNodes(call.functions, 'FuncCall')[0]?.body.funcname).at(-1)),
      );
      const defined = listOf(call.coldeflist).map((column) => textOf(as(column, 'ColumnDef')?.colname));
      visitExpressions(call.functions, scope, named);
      scope.add({
        alias,
        table: null,
        output: { columns: [...columns, ...defined, alias], isNamed: () => scope.isNamed(call.functions) },
      });
    }
  }

  function relationOf(table: Tree, named: Named): Relation {
    const name = textOf(table.relname);
    const { alias, columns } = aliasOf(table, name);
    const output = table.schemaname === undefined ? named.get(name) : undefined;
    if (output) return { alias, table: null, output: rename(output, columns) };
    return { alias, table: name, output: { columns: tables[name] ?? [], isNamed: () => false } };
  }

  function check(scope: Scope, relation: Relation, verb: string): void {
    const owners = ownersOf(relation);
    if (owners.length > 0 && !scope.namesOneOf(relation, owners)) found.add(`${verb} ${relation.table}`);
  }

  for (const { stmt } of parseSync(text).stmts ?? []) visitStatement(stmt, null, new Map());
  return [...found].toSorted();
}

function ownersOf({ table }: Relation): readonly string[] {
  return (table !== null && OWNERS[table]) || [];
}

/** Which relations a FOR UPDATE, or another lock, is about: those that it names, or all. */
function lockOf(clauses: unknown): (relation: Relation) => boolean {
  const locks = listOf(clauses).map((clause) => {
    const relations = listOf(as(clause, 'LockingClause')?.lockedRels);
    return relations.map((relation) => textOf(as(relation, 'RangeVar')?.relname));
  });
  return ({ alias }) => locks.some((aliases) => aliases.length === 0 || aliases.includes(alias));
}

function equalityOf(column: string, ...sides: (readonly Relation[])[]): Tree {
  const [lexpr, rexpr] = sides.map((relations) => {
    const alias = relations.find(({ output }) => output.columns.includes(column))?.alias ?? '';
    return { ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: column } }] } };
  });
  return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr, rexpr } };
}

/** What a select list, or a RETURNING, gives. */
function outputOf(targets: unknown, scope: Scope, written?: Output): Output {
  const named = new Map<string, () => boolean>();
  const relations = written ? [{ alias: '', table: null, output: written }] : scope.relations;
  for (const target of listOf(targets)) {
    const { name, val } = as(target, 'ResTarget') ?? {};
    const path = columnOf(val);
    if (path?.at(-1) === '*') {
      for (const relation of relations.filter(({ alias }) => path.length === 1 || alias === path[0])) {
        for (const column of relation.output.columns) named.set(column, () => scope.isColumnNamed(relation, column));
      }
    } else named.set(textOf(name) || (path?.at(-1) ?? ''), () => written !== undefined || scope.isNamed(val));
  }
  return { columns: [...named.keys()], isNamed: (column) => named.get(column)?.() ?? false };
}

function outputOfValues(lists: unknown, scope: Scope): Output {
  const rows = listOf(lists).map((list) => listOf(as(list, 'List')?.items));
  const columns = (rows[0] ?? []).map((_, position) => `column${position + 1}`);
  return { columns, isNamed: (column) => rows.every((row) => scope.isNamed(row[columns.indexOf(column)])) };
}

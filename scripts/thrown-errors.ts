// node --import tsx scripts/thrown-errors.ts   lists errors that actions throw and no route of theirs declares. Exit code 1 if there are any.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from '@swc/core';
import packageJson from '../package.json' with { type: 'json' };

/** An error that a declaration of a feature throws, and the files with routes that lead there without declaring it. */
export type UndeclaredError = { code: string; thrownBy: string; routes: string[] };

const ROOT = join(import.meta.dirname, '..');

type Syntax = Record<string, unknown>;
/** A declaration at the top of a file: what it names, and the members that it reads, such as `entryErrors.notFound`. */
type Declaration = { id: string; names: Set<string>; members: { of: string; name: string }[]; texts: Set<string> };
type SourceFile = {
  path: string;
  declarations: Map<string, Declaration>;
  /** Where names of other files come from. `*` stands for all names of a file. */
  imported: Map<string, { path: string; name: string }>;
  reexported: Map<string, { path: string; name: string }>;
  /** Codes by table of errors and name. */
  errors: Map<string, Map<string, string>>;
};

/** Errors that leave otherwise than as the response of a route. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'mcp.input-invalid': 'A result of the tool, as the protocol wants it.',
};

/** Finds errors that no route of their actions declares, in `root`/src. */
export async function findUndeclaredErrors(root: string = ROOT): Promise<UndeclaredError[]> {
  const names = await readdir(join(root, 'src'), { recursive: true });
  const paths = names.filter((name) => /^(?!.*(\.test|\/test-[^/]*|\.generated)\.ts$).*\.ts$/.test(name));
  const files = new Map<string, SourceFile>();
  for (const path of paths) {
    const source = await readFile(join(root, 'src', path), 'utf8');
    files.set(`src/${path}`, await readSource(`src/${path}`, source));
  }
  const routesOf = new Map<string, Set<string>>();
  const declared = new Map<string, ReadonlySet<string>>();
  for (const file of files.values()) {
    if (!file.path.endsWith('.routes.ts')) continue;
    declared.set(file.path, textsOf(files, file));
    for (const id of reachedFrom(files, file)) routesOf.set(id, (routesOf.get(id) ?? new Set()).add(file.path));
  }
  const undeclared = [...files.values()].flatMap((file) =>
    [...file.declarations.values()].flatMap((declaration) => {
      const routes = [...(routesOf.get(declaration.id) ?? [])];
      if (!file.path.startsWith('src/features/') || routes.length === 0) return [];
      return codesOf(files, file, declaration)
        .filter((code) => !(code in OTHERWISE) && !routes.some((route) => declared.get(route)?.has(code)))
        .map((code) => ({ code, thrownBy: declaration.id, routes: routes.sort() }));
    }),
  );
  return undeclared.sort((one, other) => (one.thrownBy < other.thrownBy ? -1 : 1));
}

/** The declarations that the routes of a file can lead to. */
function reachedFrom(files: ReadonlyMap<string, SourceFile>, start: SourceFile): Set<string> {
  const reached = new Set<string>();
  const waiting = [...start.declarations.values()].map((declaration) => ({ file: start, declaration }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, declaration } = next;
    if (reached.has(declaration.id)) continue;
    reached.add(declaration.id);
    for (const name of declaration.names) {
      const found = findDeclaration(files, file, name);
      if (found !== undefined) waiting.push(found);
    }
  }
  return reached;
}

/** The texts of a file with routes, and of the constants that it shares with others: among them the codes that its routes declare. */
function textsOf(files: ReadonlyMap<string, SourceFile>, file: SourceFile): Set<string> {
  const own = [...file.declarations.values()];
  const shared = own
    .flatMap(({ names }) => [...names].flatMap((name) => findDeclaration(files, file, name) ?? []))
    .flatMap((found) => (found.file.path.endsWith('.actions.ts') ? [] : [found.declaration]));
  return new Set([...own, ...shared].flatMap(({ texts }) => [...texts]));
}

function findDeclaration(files: ReadonlyMap<string, SourceFile>, file: SourceFile, name: string) {
  const declaration = file.declarations.get(name);
  if (declaration !== undefined) return { file, declaration };
  const imported = file.imported.get(name);
  return imported === undefined ? undefined : findExport(files, imported.path, imported.name);
}

function findExport(
  files: ReadonlyMap<string, SourceFile>,
  path: string,
  name: string,
): { file: SourceFile; declaration: Declaration } | undefined {
  const file = files.get(path);
  if (file === undefined) return undefined;
  const passed = file.reexported.get(name);
  return passed === undefined ? findDeclaration(files, file, name) : findExport(files, passed.path, passed.name);
}

/**
 * The codes of the errors that a declaration reads from tables of errors, or from a table of such tables: `ERRORS[kind].notFound`. Those
 * of guards are declared for each audience.
 */
function codesOf(files: ReadonlyMap<string, SourceFile>, file: SourceFile, { members }: Declaration): string[] {
  const codes = members.flatMap(({ of, name }) => {
    const table = findDeclaration(files, file, of);
    if (table === undefined) return [];
    const tables = [
      table,
      ...[...table.declaration.names].flatMap((own) => findDeclaration(files, table.file, own) ?? []),
    ];
    return tables.flatMap((one) => one.file.errors.get(one.declaration.id.split('#')[1] ?? '')?.get(name) ?? []);
  });
  return [...new Set(codes)].filter((code) => !code.startsWith('auth.'));
}

async function readSource(path: string, source: string): Promise<SourceFile> {
  const file: SourceFile = {
    path,
    declarations: new Map(),
    imported: new Map(),
    reexported: new Map(),
    errors: new Map(),
  };
  const { body } = await parse(source, { syntax: 'typescript', target: 'es2022' });
  for (const item of body as unknown as Syntax[]) readItem(file, item);
  return file;
}

function readItem(file: SourceFile, item: Syntax): void {
  const { type, source, specifiers } = item as { type: string; source?: Syntax | null; specifiers?: Syntax[] };
  if (type === 'ImportDeclaration' || (type === 'ExportNamedDeclaration' && source)) {
    const path = resolve(file.path, String(source?.value));
    const target = type === 'ImportDeclaration' ? file.imported : file.reexported;
    for (const specifier of specifiers ?? []) {
      const { local, imported, orig, exported } = specifier as Record<string, { value: string } | null>;
      const own = (local ?? exported ?? orig)?.value ?? '';
      target.set(own, { path, name: (imported ?? orig)?.value ?? own });
    }
    return;
  }
  const declaration = (type === 'ExportDeclaration' ? item.declaration : item) as Syntax;
  const declared = declaration.type === 'VariableDeclaration' ? (declaration.declarations as Syntax[]) : [declaration];
  for (const one of declared) {
    const name = ((one.id ?? one.identifier) as { value?: string } | undefined)?.value;
    const facts: Declaration = { id: `${file.path}#${name}`, names: new Set(), members: [], texts: new Set() };
    walk(one, (node) => collect(node, facts));
    if (name !== undefined) file.declarations.set(name, facts);
    const { callee, arguments: given } = (one.init ?? {}) as { callee?: Syntax; arguments?: Syntax[] };
    if (name !== undefined && callee?.value === 'declareErrors') file.errors.set(name, codesByName(given?.[0]));
  }
}

function collect(node: Syntax, { names, members, texts }: Declaration): void {
  if (node.type === 'Identifier') names.add(String(node.value));
  if (node.type === 'StringLiteral') texts.add(String(node.value));
  const { object, property } = node as { object?: Syntax; property?: Syntax };
  const table = object?.type === 'MemberExpression' ? (object as { object?: Syntax }).object : object;
  if (node.type !== 'MemberExpression' || table?.type !== 'Identifier' || property?.type !== 'Identifier') return;
  members.push({ of: String(table.value), name: String(property.value) });
}

/** The codes of a table of errors, by name. */
function codesByName(given: Syntax | undefined): Map<string, string> {
  const codes = new Map<string, string>();
  const { properties = [] } = (given?.expression ?? {}) as { properties?: Syntax[] };
  for (const { key, value } of properties as { key?: Syntax; value?: Syntax }[]) {
    walk(value, (node) => {
      const { type, key: inner, value: code } = node as { type: string; key?: Syntax; value?: Syntax };
      if (type === 'KeyValueProperty' && inner?.value === 'code' && code?.type === 'StringLiteral') {
        codes.set(String(key?.value), String(code.value));
      }
    });
  }
  return codes;
}

/** Calls `visit` with each node of a syntax tree. */
function walk(node: unknown, visit: (node: Syntax) => void): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node) visit(node as Syntax);
    for (const value of Object.values(node)) walk(value, visit);
  }
}

/** The path of an imported file. */
function resolve(from: string, target: string): string {
  if (target.startsWith('.')) return join(dirname(from), target);
  const [room = '', ...rest] = target.split('/');
  const pattern = (packageJson.imports as Record<string, string>)[`${room}/*`];
  return pattern === undefined ? target : join('.', pattern.replace('*', rest.join('/')));
}

if (process.argv[1] === import.meta.filename) {
  const undeclared = await findUndeclaredErrors();
  for (const { code, thrownBy, routes } of undeclared) {
    process.stdout.write(`${code}: ${thrownBy.replace('#', ' ')} throws it, and is called by ${routes.join(', ')}\n`);
  }
  process.stdout.write(`${undeclared.length} undeclared errors\n`);
  if (undeclared.length > 0) process.exitCode = 1;
}

import { taskIn } from './list.rules.ts';
import type { Token } from './parser.ts';

/** A token with what stands between its opening and its closing. */
export type Node = { token: Token; children: Node[] };

/** An attribute of a token, empty if it has none. */
export const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** Nests the flat tokens by their opening and closing. */
export function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const stack: Node[][] = [root];
  for (const token of tokens) {
    const level = stack.at(-1) ?? root;
    if (token.nesting === -1) {
      stack.pop();
      continue;
    }
    const node: Node = { token, children: token.type === 'inline' ? treeOf(token.children ?? []) : [] };
    level.push(node);
    if (token.nesting === 1) stack.push(node.children);
  }
  return root;
}

/** An item that is a task, without its mark. */
export function taskOf(children: readonly Node[]): { isDone: boolean; children: Node[] } | null {
  const [paragraph, ...others] = children;
  const [inline] = paragraph?.children ?? [];
  const [start, ...rest] = inline?.children ?? [];
  if (paragraph === undefined || inline === undefined || start?.token.type !== 'text') return null;
  const task = taskIn(start.token.content);
  if (task === null) return null;
  const token = Object.assign(Object.create(Object.getPrototypeOf(start.token)), start.token, { content: task.text });
  const unmarked = { ...inline, children: [{ ...start, token }, ...rest] };
  return { isDone: task.isDone, children: [{ ...paragraph, children: [unmarked] }, ...others] };
}

/** What the line below the head of a table says of a column. */
export function alignmentOf(token: Token): string | undefined {
  return /text-align:(left|center|right)/.exec(attributeOf(token, 'style'))?.[1];
}

const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `@[Name](id)`: for the parser a sign and a link to an id. */
export function mentionAt(siblings: readonly Node[], index: number): { userId: string; name: string } | null {
  const [sign, link] = [siblings[index - 1], siblings[index]];
  if (link?.token.type !== 'link_open' || sign?.token.type !== 'text' || !sign.token.content.endsWith('@')) return null;
  const userId = attributeOf(link.token, 'href');
  const [name] = link.children;
  const isPlain = link.children.length === 1 && name?.token.type === 'text';
  return USER_ID.test(userId) && isPlain ? { userId, name: name.token.content } : null;
}

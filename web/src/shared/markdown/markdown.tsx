import MarkdownIt from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';
import classes from './markdown.module.css';

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });

type Token = ReturnType<typeof parser.parse>[number];

/** What tokens may become. Any other tag of the parser is left out, its text kept. */
const TAGS = new Set([
  'p',
  'br',
  'hr',
  'em',
  'strong',
  's',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
]);
/** The title of the page is the first level. */
const LOWERED: Record<string, string> = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' };

type Node = { token: Token; children: Node[] };

/**
 * Shows Markdown as React elements, never as HTML: raw HTML is shown as text, links open http, https and mailto only, and pictures
 * become links, because loading one tells its host who reads and when.
 */
export function Markdown({
  text,
  onMention,
}: {
  text: string;
  onMention?: (userId: string, name: string) => ReactNode;
}) {
  const nodes = treeOf(parser.parse(text, {}));
  return <div className={classes.prose}>{nodes.map((node, index) => renderNode(node, index, onMention))}</div>;
}

/** Nests the flat tokens by their opening and closing. */
function treeOf(tokens: readonly Token[]): Node[] {
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

type OnMention = ((userId: string, name: string) => ReactNode) | undefined;

function renderNode({ token, children }: Node, key: number, onMention: OnMention): ReactNode {
  const inner = children.map((child, index) => {
    const mention = onMention === undefined ? null : mentionAt(children, index);
    if (mention !== null) return onMention?.(mention.userId, mention.name);
    // The sign stands for the mention after it.
    if (mentionAt(children, index + 1) !== null) return child.token.content.slice(0, -1);
    return renderNode(child, index, onMention);
  });
  switch (token.type) {
    case 'text':
      return <Fragment key={key}>{token.content}</Fragment>;
    case 'inline':
      return <Fragment key={key}>{inner}</Fragment>;
    case 'softbreak':
    case 'hardbreak':
      return <br key={key} />;
    case 'code_inline':
      return <code key={key}>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        <pre key={key}>
          <code>{token.content}</code>
        </pre>
      );
    case 'image':
      return renderLink(String(token.attrGet('src') ?? ''), token.content || String(token.attrGet('src') ?? ''), key);
    case 'link_open':
      return renderLink(String(token.attrGet('href') ?? ''), inner, key);
  }
  const tag = LOWERED[token.tag] ?? token.tag;
  return TAGS.has(tag) ? (
    createElement(tag, { key }, ...(inner.length > 0 ? [inner] : []))
  ) : (
    <Fragment key={key}>{inner}</Fragment>
  );
}

function renderLink(href: string, text: ReactNode, key: number): ReactNode {
  if (!/^(https?:|mailto:)/i.test(href)) return <Fragment key={key}>{text}</Fragment>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

const USER_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `@[Name](id)`: for the parser a sign and a link to an id. */
function mentionAt(siblings: readonly Node[], index: number): { userId: string; name: string } | null {
  const [sign, link] = [siblings[index - 1], siblings[index]];
  if (link?.token.type !== 'link_open' || sign?.token.type !== 'text' || !sign.token.content.endsWith('@')) return null;
  const userId = String(link.token.attrGet('href') ?? '');
  const [name] = link.children;
  return USER_ID.test(userId) && name?.token.type === 'text' ? { userId, name: name.token.content } : null;
}

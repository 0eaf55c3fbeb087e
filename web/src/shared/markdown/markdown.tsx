import { createElement, Fragment, type ReactNode } from 'react';
import { numberingOf } from './list.rules.ts';
import classes from './markdown.module.css';
import { parser, type Token } from './parser.ts';
import { TaskBox } from './task-box.tsx';
import { alignmentOf, attributeOf, mentionAt, type Node, taskOf, treeOf } from './tree.ts';

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
]);
/** The title of the page is the first level. */
const LOWERED: Record<string, string> = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' };
/** Each has the direction of its own text. */
const WITH_DIRECTION = /^(p|h\d|ul|li|blockquote)$/;

/**
 * Shows Markdown as React elements, never as HTML: raw HTML is shown as text, links open http, https and mailto only, and pictures
 * become links, because loading one tells its host who reads and when. No word of the text is left out.
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

type OnMention = ((userId: string, name: string) => ReactNode) | undefined;

function renderAll(nodes: readonly Node[], onMention: OnMention): ReactNode[] {
  return nodes.map((node, index) => {
    const mention = mentionAt(nodes, index);
    if (mention !== null) return onMention?.(mention.userId, mention.name) ?? mention.name;
    // The sign stands for the mention after it.
    if (onMention !== undefined && mentionAt(nodes, index + 1) !== null) return node.token.content.slice(0, -1);
    return renderNode(node, index, onMention);
  });
}

function renderNode({ token, children }: Node, key: number, onMention: OnMention): ReactNode {
  const inner = () => renderAll(children, onMention);
  switch (token.type) {
    case 'text':
      return <Fragment key={key}>{token.content}</Fragment>;
    case 'inline':
      return <Fragment key={key}>{inner()}</Fragment>;
    case 'softbreak':
    case 'hardbreak':
      return <br key={key} />;
    case 'code_inline':
      return <code key={key}>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return renderCode(token, key);
    case 'image':
      return renderLink(token, 'src', token.content, key);
    case 'link_open':
      return renderLink(token, 'href', inner(), key);
    case 'ordered_list_open':
      return renderNumbered(children, key, onMention);
    case 'list_item_open':
      return renderItem(children, key, {}, onMention);
    case 'th_open':
    case 'td_open':
      return createElement(token.tag, { key, dir: 'auto', 'data-align': alignmentOf(token) }, inner());
  }
  const tag = LOWERED[token.tag] ?? token.tag;
  // The paragraphs of a list without blank lines are hidden.
  if (token.hidden || !TAGS.has(tag)) return <Fragment key={key}>{inner()}</Fragment>;
  const direction = WITH_DIRECTION.test(tag) ? { dir: 'auto' } : {};
  return createElement(tag, { key, ...direction }, ...(children.length > 0 ? [inner()] : []));
}

/** A block of code, below what stands after its fence: mostly its language. */
function renderCode({ info, content }: Token, key: number): ReactNode {
  return (
    <pre key={key}>
      {info.trim() !== '' && <span className={classes.info}>{info.trim()}</span>}
      <code>{content}</code>
    </pre>
  );
}

function renderNumbered(items: readonly Node[], key: number, onMention: OnMention): ReactNode {
  const numbers = numberingOf(items.map(({ token }) => token));
  const longest = Math.max(...numbers.map(({ marker }) => marker.length));
  return (
    // As wide as its longest number: a year does not fit beside the text otherwise.
    <ol key={key} dir="auto" start={numbers[0]?.value} style={{ paddingInlineStart: `${longest + 1}ch` }}>
      {items.map(({ children }, index) => renderItem(children, index, numbers[index] ?? {}, onMention))}
    </ol>
  );
}

function renderItem(
  children: readonly Node[],
  key: number,
  { value, marker }: { value?: number; marker?: string },
  onMention: OnMention,
): ReactNode {
  const task = taskOf(children);
  // The number as it was written: `1)` and `01.` are no decimal numbers of the browser.
  const isOwn = marker !== undefined && marker !== `${value}.`;
  return (
    <li
      key={key}
      dir="auto"
      value={value}
      data-task={task !== null || undefined}
      style={isOwn ? { listStyleType: JSON.stringify(`${marker} `) } : undefined}
    >
      {task === null ? (
        renderAll(children, onMention)
      ) : (
        <>
          <TaskBox isDone={task.isDone} />
          {renderAll(task.children, onMention)}
        </>
      )}
    </li>
  );
}

/** A link, or its text and address where it may not be opened. */
function renderLink(token: Token, attribute: 'href' | 'src', inner: ReactNode, key: number): ReactNode {
  const address = attributeOf(token, attribute);
  const title = attributeOf(token, 'title') || undefined;
  const isEmpty = Array.isArray(inner) ? inner.length === 0 : inner === '';
  if (/^(https?:|mailto:)/i.test(address)) {
    return (
      <a key={key} href={address} title={title} target="_blank" rel="noopener noreferrer nofollow">
        {isEmpty ? address : inner}
      </a>
    );
  }
  const about = [address, title].filter(Boolean).join(' ');
  return (
    <Fragment key={key}>
      {inner}
      {about !== '' && (isEmpty ? about : ` (${about})`)}
    </Fragment>
  );
}

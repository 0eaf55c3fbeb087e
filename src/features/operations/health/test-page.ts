import { runInNewContext } from 'node:vm';

/** As much of a browser's element as the page uses. Text that is set is kept as text, and markup has nowhere to go. */
class TestElement {
  readonly children: (TestElement | string)[] = [];
  readonly dataset: Record<string, string> = {};
  readonly attributes: Record<string, string> = {};
  readonly listeners: Record<string, (event: object) => unknown> = {};
  readonly classList = { add: () => undefined, remove: () => undefined };
  hidden = false;
  disabled = false;
  value = '';
  className = '';
  readonly tag: string;

  constructor(tag: string) {
    this.tag = tag;
  }

  set textContent(text: string) {
    this.children.splice(0, this.children.length, String(text));
  }

  get textContent(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.textContent)).join('');
  }

  append(...parts: (TestElement | string)[]): void {
    this.children.push(...parts);
  }

  replaceChildren(...parts: (TestElement | string)[]): void {
    this.children.splice(0, this.children.length, ...parts);
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  addEventListener(name: string, listener: (event: object) => unknown): void {
    this.listeners[name] = listener;
  }

  querySelector(): null {
    return null;
  }

  /** All elements in it with this tag. */
  all(tag: string): TestElement[] {
    const inside = this.children.filter((child) => child instanceof TestElement);
    return inside.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }
}

export type Asked = { path: string; method: string; authorization: string | undefined; body: unknown };
type Answered = { status: number; body: unknown };

/** Opens the page with this script in a browser of our own, in which `answer` is the server. */
export function openPage(script: string, signIn: 'built-in' | 'token', answer: (asked: Asked) => Answered) {
  const elements = new Map<string, TestElement>();
  const at = (id: string) => {
    const element = elements.get(id) ?? new TestElement(id);
    elements.set(id, element);
    return element;
  };
  at('main').dataset.signIn = signIn;
  const stored = new Map<string, string>();
  const asked: Asked[] = [];
  const timers: (() => unknown)[] = [];
  runInNewContext(script, {
    document: {
      title: '',
      hidden: false,
      getElementById: at,
      createElement: (tag: string) => new TestElement(tag),
      addEventListener: () => undefined,
    },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    AbortSignal,
    setTimeout: (work: () => unknown) => timers.push(work),
    clearTimeout: () => timers.splice(0),
    fetch: async (
      path: string,
      { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
    ) => {
      const call = { path, method, authorization: headers.authorization, body: body && JSON.parse(body) };
      asked.push(call);
      const { status, body: answered } = answer(call);
      return { ok: status < 400, status, json: async () => answered };
    },
  });
  return {
    at,
    asked,
    stored,
    /** Fills the form and sends it. */
    submit: async (fields: Record<string, string>) => {
      for (const [id, value] of Object.entries(fields)) at(id).value = value;
      await at('form').listeners.submit?.({ preventDefault: () => undefined });
    },
    /** What happens fifteen seconds later. */
    later: async () => {
      for (const work of timers.splice(0)) await work();
    },
    press: (id: string) => at(id).listeners.click?.({}),
  };
}

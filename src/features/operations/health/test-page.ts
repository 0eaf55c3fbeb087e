import { runInNewContext } from 'node:vm';

/** The parts of a DOM element that the page uses. Text stays text: there is no parser of markup. */
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

  /** The descendants with this tag. */
  all(tag: string): TestElement[] {
    const inside = this.children.filter((child) => child instanceof TestElement);
    return inside.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }
}

export type PageRequest = { path: string; method: string; authorization: string | undefined; body: unknown };
type PageResponse = { status: number; body: unknown };

/** Runs the script of the page in a minimal DOM, with `respond` as the server. */
export function openPage(
  script: string,
  signIn: 'built-in' | 'token',
  respond: (request: PageRequest) => PageResponse,
) {
  const elements = new Map<string, TestElement>();
  const at = (id: string) => {
    const element = elements.get(id) ?? new TestElement(id);
    elements.set(id, element);
    return element;
  };
  at('main').dataset.signIn = signIn;
  const stored = new Map<string, string>();
  const requests: PageRequest[] = [];
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
      const request = { path, method, authorization: headers.authorization, body: body && JSON.parse(body) };
      requests.push(request);
      const { status, body: content } = respond(request);
      return { ok: status < 400, status, json: async () => content };
    },
  });
  return {
    at,
    requests,
    stored,
    /** Fills in the form and submits it. */
    submit: async (fields: Record<string, string>) => {
      for (const [id, value] of Object.entries(fields)) at(id).value = value;
      await at('form').listeners.submit?.({ preventDefault: () => undefined });
    },
    /** Runs the timers. */
    later: async () => {
      for (const work of timers.splice(0)) await work();
    },
    press: (id: string) => at(id).listeners.click?.({}),
  };
}

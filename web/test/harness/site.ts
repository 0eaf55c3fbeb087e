import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { launchBrowser, newContext } from './browser.ts';
import { WEB_FOLDER } from './bundle.ts';
import { type Gate, openGate } from './gate.ts';
import { type Problems, watchProblems } from './problems.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Of each account that the tests create. */
export const PASSWORD = 'meadow-in-bloom';

export type Account = {
  name: string;
  email: string;
  password: string;
  /** The code of an invitation, or of the first run. */
  invitation?: string;
};

export type Visitor = {
  context: BrowserContext;
  problems: Problems;
  /** Calls the API with the session of this browser. Throws unless it succeeds. */
  call<Result>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Result>;
};

export type Site = {
  url: string;
  app: TestApp;
  gate: Gate;
  browser: Browser;
  /** A browser without a session. */
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /** A browser with the session of a new account. */
  visitAsNew(options?: BrowserContextOptions, account?: Partial<Account>): Promise<Visitor & { account: Account }>;
  /** Another browser of an account. */
  visitAs(account: Account, options?: BrowserContextOptions): Promise<Visitor>;
};

type SiteOptions = {
  environment?: Record<string, string>;
  /** Returns the folder to serve, such as a copy of the built client. */
  folderOf?: (built: string) => string;
};

/** The built client, its server with a database of its own, and one browser, for the tests of a file. */
export async function openSite({ environment = {}, folderOf = (built) => built }: SiteOptions = {}): Promise<Site> {
  build();
  let port = 0;
  const gate = await openGate(() => port);
  const [app, browser] = await Promise.all([
    startTestApp({
      builtInIdentity: true,
      webFolder: folderOf(WEB_FOLDER),
      environment: { PUBLIC_URL: gate.url, ...environment },
    }),
    launchBrowser(),
  ]);
  app.deps.sequencer.start();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.server.address() as { port: number }).port;
  // A test that failed offline must not fail the next one.
  afterEach(() => gate.mend());
  afterAll(async () => {
    await browser.close();
    await gate.close();
  });

  async function visit(options?: BrowserContextOptions): Promise<Visitor> {
    const context = await newContext(browser, { baseURL: gate.url, ...options });
    const problems = watchProblems(context, gate.url);
    return {
      context,
      problems,
      call: async <Result>(method: string, path: string, body?: object) => {
        // Lists order by time: what is written later stands above what was written before.
        app.clock.advance(1);
        const headers = { origin: gate.url };
        const response = await context.request.fetch(path, { method, headers, ...(body && { data: body }) });
        if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
        return (await response.json().catch(() => undefined)) as Result;
      },
    };
  }

  let accounts = 0;
  return {
    url: gate.url,
    app,
    gate,
    browser,
    visit,
    visitAsNew: async (options, given = {}) => {
      accounts += 1;
      const account = { name: 'Ada Lovelace', email: `person-${accounts}@people.test`, password: PASSWORD, ...given };
      const visitor = await visit(options);
      await visitor.call('POST', '/auth/sign-up/email', account);
      return { ...visitor, account };
    },
    visitAs: async ({ email, password }, options) => {
      const visitor = await visit(options);
      await visitor.call('POST', '/auth/sign-in/email', { email, password });
      return visitor;
    },
  };
}

/** Builds the client if its sources are newer than the last build. */
function build(): void {
  const { status, stderr } = spawnSync(process.execPath, [join('scripts', 'build-web.js')], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The web client does not build: ${stderr}`);
}

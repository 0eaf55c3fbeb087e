import type { BrowserContext, Page } from 'playwright-core';

/** Responses that screens expect, such as of a session that does not exist. */
const EXPECTED =
  /^MeadowError: Only super admins|the server responded with a status of 4\d\d|net::ERR_(CONNECTION_REFUSED|ABORTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/i;

/** What no screen may do. */
export type Problems = {
  /** Takes what was noted so far. */
  take(): string[];
};

/** Notes errors of the console (missing texts and violations of the content security policy are some), dialogs and requests to others. */
export function watchProblems(context: BrowserContext, url: string): Problems {
  const noted: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) noted.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => noted.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      noted.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(url) || /^(blob|data):/.test(request.url());
      if (!isOwn) noted.push(`request: ${request.url()}`);
    });
  };
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
  return { take: () => noted.splice(0) };
}

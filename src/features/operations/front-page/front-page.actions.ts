import { smallPage } from '#platform/http/html-page/html-page.ts';
import type { ServedPage } from '#platform/http/html-page/html-response.ts';
import { LOGO } from '#platform/logo/logo.ts';
import { SCREENS } from '#platform/screens.ts';
import { FRONT_PAGE } from './front-page.template.ts';

export function readFrontPage(): ServedPage {
  return smallPage('Meadow', FRONT_PAGE);
}

/** Lists the paths that emails link to. The front page stands there on a node without the client. */
export function listScreenPaths(): string[] {
  return Object.values(SCREENS);
}

/** The icon, as SVG. */
export function readIcon(): string {
  return LOGO;
}

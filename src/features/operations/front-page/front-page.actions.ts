import { smallPage } from '../../../platform/http/html-page/html-page.ts';
import type { ServedPage } from '../../../platform/http/html-page/html-response.ts';
import { MARK } from '../mark.template.ts';
import { FRONT_PAGE } from './front-page.template.ts';

export function readFrontPage(): ServedPage {
  return smallPage('Meadow', FRONT_PAGE);
}

/** The icon, as SVG. */
export function readIcon(): string {
  return MARK;
}

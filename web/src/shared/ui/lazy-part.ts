import { type ComponentType, lazy } from 'react';
import { retried } from './retried.ts';

/**
 * A part of a screen whose code loads after the screen. A lost connection takes neither the screen nor what was typed there: the
 * fallback of the nearest `Suspense` stays until the code comes, or the page is loaded again.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await retried(load, nextOccasion) }));
}

/** Chromium remembers until the next load of the page that a module did not come; other browsers ask for it again. */
function nextOccasion(): Promise<unknown> {
  return new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

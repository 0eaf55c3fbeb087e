import { keyOf } from '../../shared/ui/key.ts';
import type { AppRouter } from '../router.ts';
import { focusOn, followFocus, forgetFocus, isFocusLost, noteDisabled, rescueFocus } from './focus.ts';
import { screenTitle, showTitle } from './title.ts';

const BUSY = 'main [data-pending]';

/**
 * Keeps title and focus of the page with what it shows, for all screens: the title follows the `h1`. After a change of screen the focus goes to
 * the title, unless the screen has taken it, as an editor does. What disappears hands the focus on.
 */
export function watchPage(router: AppRouter): void {
  /** What had the focus when the user left the last screen; undefined while none was left. */
  let left: Element | null | undefined;
  let isThere = false;
  let isPlanned = false;

  function update(): void {
    isPlanned = false;
    showTitle();
    if (left === undefined) rescueFocus(screenTitle);
    else if (isThere) arrive();
  }

  function arrive(): void {
    const { activeElement } = document;
    const isTaken = !isFocusLost() && activeElement !== left;
    const title = screenTitle();
    // The title beside a record that is on its way is not the title of that record.
    if (!isTaken && (title === null || document.querySelector(BUSY) !== null)) return;
    left = undefined;
    if (isTaken) return;
    forgetFocus();
    focusOn(title);
  }

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    // After the effects of the change, in which a screen may set the focus itself.
    requestAnimationFrame(update);
  }

  followFocus();
  plan();
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    // The browser itself begins with a page that it loads.
    if (fromLocation === undefined || !pathChanged) return;
    left = document.activeElement;
    isThere = false;
  });
  router.subscribe('onRendered', () => {
    isThere = true;
    plan();
  });
  // A user who goes on by Tab has found a place.
  document.addEventListener('keydown', (event) => {
    if (keyOf(event) === 'Tab') left = undefined;
  });
  new MutationObserver((changes) => {
    for (const { type, target } of changes) if (type === 'attributes') noteDisabled(target);
    plan();
  }).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['disabled', 'hidden', 'data-unread-count', 'data-title'],
  });
}

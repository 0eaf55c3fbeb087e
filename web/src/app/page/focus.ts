/** What had the focus, and where it stood, so that the focus has a place to go when it disappears. */
type Place = {
  element: HTMLElement;
  /** The dialog or menu around it, and what had the focus before that opened. */
  layer: Element | null;
  opener: Place | null;
  /** The rows of the list around it, its own at `index`. */
  rows: readonly Element[];
  index: number;
  /** Whether it was disabled while it had the focus, as a button is that waits for the server. */
  wasDisabled: boolean;
};

const LAYER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const ROW = 'li, article, tr';
/** What leads on. A text field would open the keyboard of a phone. */
const CONTROL = 'a[href], button, [role=button], summary, input[type=checkbox], input[type=radio]';

let last: Place | null = null;

/** What had the focus before a layer opened. A press within the layer leaves it as it is. */
const openers = new WeakMap<Element, Place | null>();

/** Remembers each place of the focus. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target !== document.body) last = focusPlace(target, last);
  });
  // A press beside all controls takes the focus away, as the user means it.
  document.addEventListener('pointerdown', () => forgetFocus(), { capture: true });
}

export function forgetFocus(): void {
  last = null;
}

/** Whether the page has lost the focus, and nothing has taken it. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Notes that a control cannot be used for now: browsers take the focus from it. */
export function noteDisabled(element: Node): void {
  if (last?.element === element && last.element.matches(':disabled')) last.wasDisabled = true;
}

/**
 * Puts a focus that was lost where the user goes on: back to a control that can be used again, to the opener of what was closed, to the next row
 * of a list, or to the title.
 */
export function rescueFocus(title: () => HTMLElement | null): void {
  if (last === null || !isFocusLost()) return;
  if (isUsable(last.element)) {
    if (last.wasDisabled) focusOn(last.element);
    return;
  }
  // It will be used again.
  if (last.element.isConnected && last.element.checkVisibility()) return;
  focusOn(targetFor(last) ?? title());
}

/** Focuses what takes no focus by Tab, such as a title, as well. */
export function focusOn(element: HTMLElement | null): void {
  if (element === null) return;
  if (!element.matches(`${CONTROL}, input, select, textarea, [tabindex]`)) element.tabIndex = -1;
  element.focus({ preventScroll: element.matches('h1') });
}

function focusPlace(element: HTMLElement, before: Place | null): Place {
  const layer = element.closest(LAYER);
  const row = element.closest(ROW);
  const rows = row?.parentElement ? [...row.parentElement.children] : [];
  if (layer !== null && !openers.has(layer)) openers.set(layer, before);
  const opener = layer === null ? null : (openers.get(layer) ?? null);
  return { element, layer, opener, rows, index: row === null ? -1 : rows.indexOf(row), wasDisabled: false };
}

function targetFor(place: Place): HTMLElement | null {
  if (place.layer !== null && !isShown(place.layer)) {
    if (place.opener === null) return null;
    return isUsable(place.opener.element) ? place.opener.element : targetFor(place.opener);
  }
  const { rows, index } = place;
  if (index === -1) return null;
  const candidates = [rows[index], ...rows.slice(index + 1), ...rows.slice(0, index).reverse()];
  for (const row of candidates) {
    const control = row !== undefined && isShown(row) ? controlIn(row) : null;
    if (control !== null) return control;
  }
  return null;
}

function controlIn(row: Element): HTMLElement | null {
  if (row instanceof HTMLElement && row.matches(CONTROL) && isUsable(row)) return row;
  return [...row.querySelectorAll<HTMLElement>(CONTROL)].find(isUsable) ?? null;
}

const isShown = (element: Element) => element.isConnected && element.checkVisibility();
const isUsable = (element: HTMLElement) => isShown(element) && !element.matches(':disabled');

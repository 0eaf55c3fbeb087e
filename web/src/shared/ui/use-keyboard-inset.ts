import { useSyncExternalStore } from 'react';

/** Pixels of the page that the keyboard of a phone covers. Browsers that make the page smaller instead report 0. */
export function useKeyboardInset(): number {
  return useSyncExternalStore(subscribe, inset);
}

function subscribe(onChange: () => void): () => void {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', onChange);
  return () => visualViewport?.removeEventListener('resize', onChange);
}

function inset(): number {
  const { visualViewport } = window;
  // A page that is zoomed in by hand is no keyboard.
  if (visualViewport === null || visualViewport.scale > 1.05) return 0;
  return Math.max(0, Math.round(window.innerHeight - visualViewport.height));
}

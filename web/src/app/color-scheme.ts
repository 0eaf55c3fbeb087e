import { localStorageColorSchemeManager } from '@mantine/core';

/** The key is also in public/color-scheme.js, which runs before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'meadow-color-scheme' });

/** The colours of the browser around the page, as in public/color-scheme.js. */
const THEME_COLORS = { light: '#f6f2e8', dark: '#0c171e' };

export function showThemeColor(scheme: 'light' | 'dark'): void {
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', THEME_COLORS[scheme]);
}

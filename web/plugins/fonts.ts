import type { Plugin } from 'vite';

/** The fonts of the first screen in the languages of Meadow: text, and titles. */
const FIRST_FONTS = /(figtree|literata)-latin-wght-normal-[^/]+\.woff2$/;

/** Asks for the fonts with the page, so that the text does not move when they replace those of the system. */
export function preloadFonts(): Plugin {
  return {
    name: 'meadow-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => FIRST_FONTS.test(file))
          .sort()
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          })),
    },
  };
}

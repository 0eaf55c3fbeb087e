import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadFonts } from './plugins/fonts.ts';
import { messages } from './plugins/messages.ts';
import { precompress } from './plugins/precompress.ts';
import { worker } from './plugins/worker.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
/** The packages that only forms use. */
const FORMS =
  /node_modules[\\/](@mantine[\\/]form|klona|fast-deep-equal|@mantine[\\/]core[\\/]esm[\\/]components[\\/](PasswordInput|Textarea))[\\/]/;
const SERVER = process.env.MEADOW_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: path('.'),
  plugins: [
    messages(path('./src')),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: path('./src/routes'),
      generatedRouteTree: path('./src/app/routes.generated.ts'),
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    preloadFonts(),
    worker(path('./worker/worker.ts')),
    precompress(),
  ],
  resolve: {
    alias: {
      '@meadow/client': path('../packages/client/src/index.ts'),
      // Messages are compiled at build time, so the parser stays out of the bundle.
      'use-intl/format-message': 'use-intl/format-message/format-only',
    },
  },
  build: {
    outDir: path('../dist/web'),
    // Pages of the build before are still open: see the plugin.
    emptyOutDir: false,
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    sourcemap: true,
    // The sizes of the screens are read from it.
    manifest: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            // What most screens share, in one file: browsers load six at a time over HTTP/1.1. With a lower count screens load what
            // they do not need.
            { name: 'shared', minShareCount: 12 },
            // What only forms load: the journal opens without it. Before the group above, which would take it.
            { name: 'forms', test: FORMS, priority: 1, includeDependenciesRecursively: false },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    // `npm run dev` runs it at the address of the server.
    ...(process.env.WEB_PORT && { port: Number(process.env.WEB_PORT), strictPort: true }),
    proxy: Object.fromEntries(
      ['/api', '/auth', '/media', '/docs', '/openapi.json', '/favicon.ico', '/health', '/metrics'].map((route) => [
        route,
        { target: SERVER, changeOrigin: false },
      ]),
    ),
  },
});

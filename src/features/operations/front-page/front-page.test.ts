import { describe, expect, test } from 'vitest';
import { SCREENS } from '#platform/screens.ts';
import { startTestApp } from '#test/start-test-app.ts';

const { call } = await startTestApp();

/** The Accept header of Chrome. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' };

describe('GET /', () => {
  test('returns an HTML page to browsers, which loads nothing and whose links work', async () => {
    const { status, headers, text } = await call(null, 'GET', '/', undefined, BROWSER);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers.vary).toMatch(/accept/i);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(text).toContain('<h1>A journal, and people who keep each other going</h1>');
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toEqual(['/docs', '/openapi.json']);
    for (const link of links) {
      const response = await call(null, 'GET', link, undefined, BROWSER);
      expect([link, response.status]).toEqual([link, 200]);
    }
  });

  test.each([[{}], [{ accept: '*/*' }], [{ accept: 'application/json' }]])(
    'returns JSON for the headers %j',
    async (headers) => {
      const { status, body } = await call(null, 'GET', '/', undefined, headers as Record<string, string>);
      expect(status).toBe(200);
      expect(body).toEqual({
        name: 'Meadow',
        version: 'test',
        docs: 'http://meadow.test/docs',
        openapi: 'http://meadow.test/openapi.json',
        health: 'http://meadow.test/health',
      });
    },
  );
});

test('each screen that emails link to shows the page', async () => {
  for (const path of Object.values(SCREENS)) {
    const { status, text } = await call(null, 'GET', path, undefined, BROWSER);
    expect([path, status]).toEqual([path, 200]);
    expect(text).toContain('Did you come here from an email?');
  }
});

describe('GET /favicon.ico', () => {
  test('returns an SVG image, which browsers revalidate', async () => {
    const { status, headers, text } = await call(null, 'GET', '/favicon.ico');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['cache-control']).toBe('no-cache');
    expect(text).toMatch(/^<svg .*<\/svg>$/);
  });
});

import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../../test/start-test-app.ts';

const { call } = await startTestApp();

/** What Chrome sends for a page. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' };

describe('GET /', () => {
  test('200 with a page for people, that loads nothing and whose links all lead somewhere', async () => {
    const { status, headers, text } = await call(null, 'GET', '/', undefined, BROWSER);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers.vary).toMatch(/accept/i);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(text).toContain('<h1>A journal, and people who keep each other going</h1>');
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link ?? '');
    expect(links).toEqual(['/docs', '/admin/health', '/openapi.json']);
    for (const link of links) {
      const answer = await call(null, 'GET', link, undefined, BROWSER);
      expect([link, answer.status]).toEqual([link, 200]);
    }
  });

  test.each([[{}], [{ accept: '*/*' }], [{ accept: 'application/json' }]])(
    '200 with the facts for %j',
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

describe('GET /favicon.ico', () => {
  test('200 with a picture that browsers keep', async () => {
    const { status, headers, text } = await call(null, 'GET', '/favicon.ico');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(text).toMatch(/^<svg .*<\/svg>$/);
  });
});

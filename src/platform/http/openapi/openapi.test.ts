import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';

const { call, routes } = await startTestApp();

describe('GET /openapi.json', () => {
  test('200 describes every route, and needs no token', async () => {
    const { status, body } = await call(null, 'GET', '/openapi.json');
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    for (const { method, path } of routes) {
      const described = body.paths[path.replace('*', ':path').replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(described, `${method} ${path}`).toMatchObject({ summary: expect.any(String) });
    }
  });

  test('200 says of each route which credentials it takes', async () => {
    const { body } = await call(null, 'GET', '/openapi.json');
    expect(body.security).toEqual([{ accessToken: [] }, { sessionCookie: [] }]);
    expect(body.paths['/health'].get.security).toEqual([]);
    expect(body.paths['/api/sessions'].get.security).toBeUndefined();
    expect(body.paths['/api/journal'].get.security).toEqual([
      { accessToken: [] },
      { sessionCookie: [] },
      { personalToken: ['journal:read'] },
    ]);
    expect(body.paths['/mcp'].post.security).toEqual([{ personalToken: [] }]);
  });

  test('200 describes what takes and what gives files', async () => {
    const { body } = await call(null, 'GET', '/openapi.json');
    const { content } = body.paths['/api/user/avatar'].post.requestBody;
    const example = { avatar: '(the bytes of the file)' };
    expect(content).toEqual({
      'multipart/form-data': { schema: { $ref: '#/components/schemas/AvatarForm' }, example },
    });
    const properties = { avatar: { type: 'string', format: 'binary' } };
    expect(body.components.schemas.AvatarForm).toMatchObject({ type: 'object', required: ['avatar'], properties });
    const { parameters, responses } = body.paths['/media/{path}'].get;
    expect(parameters).toContainEqual(expect.objectContaining({ in: 'path', name: 'path', required: true }));
    expect(Object.keys(responses[200].content)).toEqual(['image/webp', 'image/jpeg', 'image/png']);
    expect(responses.default).toEqual({ $ref: '#/components/responses/AnyError' });
    expect(Object.keys(body.components.responses.AnyError.content)).toEqual(['application/json']);
  });
});

describe('GET /docs', () => {
  test('200 is an HTML page whose policy lets it run scripts of this server only', async () => {
    const { status, headers, text } = await call(null, 'GET', '/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(text).toContain('<title>Meadow API</title>');
    expect(text).not.toMatch(/https?:|{{/);
  });

  test('200 loads files that a browser keeps, each under a URL that changes with it', async () => {
    const { text } = await call(null, 'GET', '/docs');
    const urls = [...text.matchAll(/"(\/docs\/[^"]+)"/g)].map(([, url]) => url as string);
    expect(urls.map((url) => url.replace(/\?[0-9a-f]{12}$/, ''))).toEqual([
      '/docs/page.css',
      '/docs/reference.js',
      '/docs/page.js',
    ]);
    for (const url of urls) {
      const { status, headers } = await call(null, 'GET', url);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers['content-type']).toMatch(/^(text\/css|application\/javascript); charset=utf-8$/);
    }
  });
});

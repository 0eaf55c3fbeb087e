import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declarationOf, KIND_NAMES } from '../../src/features/notification/notification/kind.schema.ts';
import { SCREENS as LINKED } from '../../src/platform/screens.ts';
import { PLACES } from '../src/app/places.ts';
import { isKnownKind } from '../src/features/notification/kinds.ts';
import { decisionOf, dropOf, placesOfTarget, screenOf } from '../src/features/notification/target.rules.ts';
import { ROUTES, routeOf } from './routes.ts';
import { SCREENS } from './screens.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TODAY = '2026-11-27';
const ID = '0198c2a4-7f10-7cc3-8a5e-3b6a1d2f4e90';

test('each route is in the list of screens', () => {
  const paths = SCREENS.map(({ path }) => path.split(/[?#]/)[0]?.replace(/\{\w+\}/g, '$'));
  expect(ROUTES.length).toBeGreaterThan(40);
  const missing = ROUTES.filter(({ path }) => !paths.includes(path.replace(/\$\w+/g, '$')));
  expect(missing).toEqual([]);
});

test('each screen has a name of its own', () => {
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length);
});

describe('what leads to the client has a route there', () => {
  test.each(Object.entries(LINKED))('the link of emails and of the start to %s: %s', (_name, path) => {
    expect(routeOf(path)).toBeDefined();
  });

  test('the installed app', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'web', 'public', 'manifest.webmanifest'), 'utf8'));
    const paths: string[] = [manifest.start_url, ...manifest.shortcuts.map(({ url }: { url: string }) => url)];
    expect(paths.filter((path) => routeOf(path) === undefined)).toEqual([]);
  });

  test('pushed notifications', () => {
    const source = readFileSync(join(ROOT, 'web', 'worker', 'worker.ts'), 'utf8');
    const paths = [...source.matchAll(/['`](\/inbox[^'`]*)['`]/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => routeOf(path) === undefined)).toEqual([]);
  });

  test('documents', () => {
    const files = [
      'README.md',
      ...readdirSync(join(ROOT, 'docs'))
        .filter((file) => file.endsWith('.md'))
        .map((file) => join('docs', file)),
    ];
    const linked = files.flatMap((file) =>
      [
        ...readFileSync(join(ROOT, file), 'utf8').matchAll(
          /(?:localhost:3000|meadow\.example(?:\.org|\.com)?)(\/[\w/-]+)/g,
        ),
      ].map(([, path = '']) => path),
    );
    const ofClient = linked.filter((path) => !/^\/(api|auth|docs|health|metrics|mcp|media|openapi)/.test(path));
    expect(ofClient.filter((path) => routeOf(path) === undefined)).toEqual([]);
  });

  test('places', () => {
    const paths = Object.values(PLACES).filter((path) => path !== null);
    expect(paths.filter((path) => routeOf(path) === undefined)).toEqual([]);
  });
});

type Words = { kinds: Record<string, { title: string; text: string } | undefined> };
const wordsIn = (language: string): Words =>
  JSON.parse(
    readFileSync(join(ROOT, 'web', 'src', 'features', 'notification', 'messages', `${language}.json`), 'utf8'),
  );

describe('each kind of notification', () => {
  const [english, german] = [wordsIn('en'), wordsIn('de')];
  const groups = {
    organizations: [{ id: ID, user_role: 'owner', is_accepted: false }],
    teams: [{ id: ID, is_accepted: false }],
  };
  type Case = { kind: (typeof KIND_NAMES)[number]; target: { type: string; id: string } | null };
  const cases = KIND_NAMES.flatMap((kind): Case[] => {
    const types = Object.keys(declarationOf(kind).target ?? {});
    return types.length === 0 ? [{ kind, target: null }] : types.map((type) => ({ kind, target: { type, id: ID } }));
  });

  test.each(KIND_NAMES)('%s has an icon, and words in both languages', (kind) => {
    expect(isKnownKind(kind)).toBe(true);
    for (const words of [english, german]) {
      expect(words.kinds[kind]?.title).toMatch(/\S/);
      expect(words.kinds[kind]?.text).toMatch(/\S/);
    }
  });

  test.each(cases)(
    '$kind about $target.type opens a screen, is answered in its row, or waits for the screen of its part',
    ({ kind, target }) => {
      const subject = { kind, target, data: { date: TODAY } };
      const screen = screenOf(subject, TODAY);
      if (screen !== null) {
        expect(routeOf(screen.path)).toBe(screen.route);
        return;
      }
      // An ownership is of organizations.
      if (kind === 'ownership_received' && target?.type === 'team') return;
      if (decisionOf(subject, groups) !== null || dropOf(subject) !== null) return;
      const places = target === null ? undefined : placesOfTarget(target.type);
      expect(places?.map((place) => PLACES[place])).toEqual(places?.map(() => null) ?? 'no place');
    },
  );
});

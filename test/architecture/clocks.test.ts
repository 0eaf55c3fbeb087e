import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findInProduction, readSource, type SourceFile } from './source-text.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Zone data of Node, and of the library that hands over to it. */
const NODE_ZONES =
  /\bZonedDateTime\b|\btoZonedDateTime\w*|\bIntl\.DateTimeFormat\b|\bsupportedValuesOf\b|\.toLocale(Date|Time)String\(/;
/** Zone data of PostgreSQL; UTC has no rules. */
const DATABASE_ZONES = /\bat time zone (?!'UTC')|\bpg_timezone_names\b|\btimezone\(/i;
/** The zone data of the browser, in place of the clock of the user. */
const BROWSER_ZONES =
  /\buseTimeZone\b|\bIntl\.DateTimeFormat\(['"]|\btimeZone\b(?!:\s*'UTC')|\.toLocale(Date|Time)?String\(|\.get(Hours|Date|Day|FullYear)\(\)|import \{[^}]*\buseFormatter\b[^}]*\} from 'use-intl'/;

/** The device's own zone, for what is about the device. */
const OF_DEVICE = [
  'web/src/app/language-provider.tsx',
  'web/src/features/sign-in/api/sign-in.ts',
  'web/src/shared/days/use-formatter.ts',
  'web/src/shared/days/zone-clock.ts',
];

async function readWeb(): Promise<SourceFile[]> {
  const names = await readdir(join(ROOT, 'web/src'), { recursive: true });
  return Promise.all(
    names
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map(async (name) => ({ path: `web/src/${name}`, text: await readFile(join(ROOT, 'web/src', name), 'utf8') })),
  );
}

describe('One clock', () => {
  test('Node computes no time of a user with zone data of its own', async () => {
    const found = findInProduction(await readSource('src'), NODE_ZONES);
    // The names of months and halves of the day, which no zone changes.
    const names = /^src\/(platform\/days\/test-|features\/data-rights\/import\/format\/(clock|date)-text\.rules\.ts)/;
    expect(found.filter((place) => !names.test(place))).toEqual([]);
  });

  test('no statement computes with the zone data of PostgreSQL', async () => {
    expect(findInProduction(await readSource('src'), DATABASE_ZONES)).toEqual([]);
  });

  test('the web client shows no time of a user by the zone data of the browser', async () => {
    const files = (await readWeb()).filter(({ path }) => !OF_DEVICE.includes(path));
    // A formatter of numbers and lists needs no clock.
    const dated = files.map(({ path, text }) => ({
      path,
      text: text.includes('.dateTime(') ? text : withoutFormatter(text),
    }));
    const found = findInProduction(dated, BROWSER_ZONES);
    expect(found.filter((place) => !ALLOWED.some((allowed) => place.startsWith(allowed)))).toEqual([]);
  });

  test.each([
    [NODE_ZONES, 'day.toZonedDateTime(zone)'],
    [NODE_ZONES, "new Intl.DateTimeFormat('en', { timeZone: zone })"],
    [DATABASE_ZONES, 'select now() at time zone profile.zone'],
    [BROWSER_ZONES, 'const zone = useTimeZone();'],
    [BROWSER_ZONES, "import { useFormatter, useNow } from 'use-intl';"],
    [BROWSER_ZONES, 'format.dateTime(now, { timeZone })'],
    [BROWSER_ZONES, 'new Date().getFullYear()'],
  ])('%s finds %s', (pattern, text) => {
    expect(findInProduction([{ path: 'src/a.ts', text }], pattern)).toHaveLength(1);
  });
});

const withoutFormatter = (text: string) => text.replaceAll(/\buseFormatter\b/g, '');

/** UTC alone, the clock of the device, which is named as such, and that of a window, of which the server tells instants and dates. */
const ALLOWED = [
  'web/src/features/account/components/time-zone-field.tsx:',
  'web/src/features/chat/use-room-words.ts:1:',
  'web/src/features/workout-window/use-time-of-day.ts:1:',
  'web/src/shared/days/in-zone.rules.ts:',
  'web/src/shared/days/time-zones.ts:',
  'web/src/shared/days/use-calendar-date.ts:',
];

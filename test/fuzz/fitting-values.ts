import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { writeCursor } from '#platform/http/pagination.ts';
import { gifOf } from '../pictures.ts';
import type { Person } from '../start-test-app.ts';
import { kindOfField, type RecordKind } from './record-kinds.ts';
import type { Address, Records } from './records.ts';

/** The part of JSON Schema that the API description uses. */
export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
};

const WORDS = [
  'meadow',
  'river',
  'storm',
  'happy',
  'tired',
  'Grüße',
  'naïve',
  '日記',
  'so',
  'and',
  'hope',
  '-',
  '"calm"',
];
const PICTURE = gifOf(1);
const MENTION = '@[Ada](12345678-1234-4123-8123-123456789abc)';
const DAYS = ['2026-01-01', '2026-02-28', '2026-03-29', '2026-06-30', '2026-10-25', '2026-12-31', '2024-02-29'];

/** The Monday of a past week with a battle. */
export const BATTLE_WEEK = '2026-01-05';

/** The price of packs for sale, in drops. */
export const PRICE = 2;

/** The clock of the app under test stopped about now. */
const NOW = Date.now();

/** Texts of fields by name, if the schema alone does not make them valid. */
const TEXTS: Record<string, fc.Arbitrary<string>> = {
  timezone: fc.constantFrom('Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Niue', 'America/St_Johns', 'UTC'),
  // The instant is in the recent past.
  written_at: fc.integer({ min: 1, max: 600 }).map((hours) => new Date(NOW - hours * 3_600_000).toISOString()),
  entry_date: fc.constantFrom('2026-01-01', '2026-02-28', '2026-03-29', '2024-02-29'),
  // The account must not be deleted, since it sends the other requests.
  confirm: fc.constant('not-now'),
  avatar_url: fc.constantFrom('https://people.test/a.png', 'http://meadow.test/a.png'),
  media_url: fc.constantFrom('https://people.test/a.png', 'http://meadow.test/a.png'),
  thumbnail_url: fc.constant('https://people.test/a-small.png'),
  contact_email: fc.constant('carla@coils.test'),
  website: fc.constantFrom('https://coils.test/', 'https://coils.test/about?us=1'),
  logo_url: fc.constant('https://coils.test/logo.svg'),
  email: fc.nat({ max: 5 }).map((number) => `person-${number}@people.test`),
  password: fc.constant('correct horse'),
  latitude: fc.constantFrom('52.5', '-33.868820'),
  longitude: fc.constantFrom('13.4', '151.209290'),
  weekStartDate: fc.constantFrom(BATTLE_WEEK, BATTLE_WEEK, '2026-01-06'),
  windowStartTime: fc.constant('23:00'),
  windowEndTime: fc.constant('01:00'),
  endpoint: fc.constantFrom('https://fcm.googleapis.com/fcm/send/one', 'https://web.push.apple.com/two'),
  p256dh: fc.constant('BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM'),
  priceId: fc.constantFrom('price_sandbox_monthly', 'price_sandbox_yearly'),
  successUrl: fc.constantFrom('http://meadow.test/paid', 'http://meadow.test/paid?session={CHECKOUT_SESSION_ID}'),
  cancelUrl: fc.constant('http://meadow.test/'),
  returnUrl: fc.constant('http://meadow.test/'),
  url: fc.constantFrom('https://videos.test/1', 'https://videos.test/watch?v=2'),
  // A measurement has the label of a prediction.
  label: fc.constant('Q factor'),
  unit: fc.constant(''),
  auth: fc.constant('AAAAAAAAAAAAAAAAAAAAAA'),
};

/** Generates numbers, half of them of a usual size: in a uniform choice, almost all are very large or very small. */
function numbersBetween(min: number, max: number): fc.Arbitrary<number> {
  const any = fc.double({ min, max, noNaN: true });
  const [low, high] = [Math.ceil(Math.max(min, -9)), Math.floor(Math.min(max, 9))];
  return low > high ? any : fc.oneof(fc.integer({ min: low, max: high }), any);
}

/** Numbers of fields by name. To create a thousand users at once would take the time of all other requests. */
const NUMBERS: Record<string, fc.Arbitrary<number>> = {
  count: fc.integer({ min: 1, max: 5 }),
  price_drops: fc.integer({ min: 0, max: 3 }),
  expected_price: fc.constant(PRICE),
  // Weights have at most two decimals.
  ...Object.fromEntries(
    ['clone', 'completion', 'replication_confirmed', 'replication_refuted', 'build'].map((name) => [
      name,
      fc.integer({ min: -9, max: 9 }),
    ]),
  ),
};

/** Adds the group to a visibility of team or organization, as the API requires. */
function withGroups(value: Record<string, unknown>, team: string, org: string): Record<string, unknown> {
  const levels = [value.metadata_visibility, value.content_visibility];
  return {
    ...value,
    ...(levels.includes('team') && { team_id: team }),
    ...(levels.includes('org') && { org_id: org }),
  };
}

/**
 * Removes fields that exclude each other: a drop has an own text or a template, a pack is shared by id or email address, an invitation of
 * a user is used once, and of a copy only the progress changes. No unattached photo is uploaded, since an entry could attach it.
 */
function withoutContradictions(value: Record<string, unknown>): Record<string, unknown> {
  if ('drop_type' in value && 'recipient_id' in value) {
    const { template_id: _template, entry_id: _entry, ...drop } = value;
    return { ...drop, content: 'Well done' };
  }
  if ('user_id' in value || 'email' in value) {
    const { max_uses: _uses, email, ...share } = value;
    return 'user_id' in value ? share : { ...share, email };
  }
  if ('photo_ids' in value) return { ...value, photo_ids: [] };
  if ('min_grade_band' in value && 'updated_at' in value) {
    const { updated_at: _seen, ...promotion } = value;
    return promotion;
  }
  if ('completed_steps' in value && 'title' in value) {
    const { completed_steps: _steps, ...change } = value;
    return change;
  }
  return value;
}

export type FittingValues = {
  /** Generates valid values of a field. Ids are those of existing records. */
  of(name: string, schema: Schema): fc.Arbitrary<unknown>;
  /** Generates the ids in the path of existing records. */
  address(kind: RecordKind): fc.Arbitrary<Address>;
};

/** Creates the generators of valid values. */
export function createFittingValues(records: Records, caller: Person | null): FittingValues {
  const address = (kind: RecordKind) =>
    fc
      .tuple(fc.nat(), fc.constantFrom('own' as const, 'own' as const, 'own' as const, 'all' as const))
      .map(([number, whose]) => records.pick(kind, caller, number, whose));
  const id = (kind: RecordKind) => address(kind).map((ids) => ids.at(-1) ?? '');

  function textOf(name: string, schema: Schema): fc.Arbitrary<string | Buffer> {
    const { format, minLength = 0, maxLength = 2_000 } = schema;
    if (format === 'binary') return fc.constant(PICTURE);
    // Other recipients must share a group with the sender.
    if (name === 'to' && format === undefined) return fc.constant(caller?.email ?? 'person-1@people.test');
    if (name === 'token') return fc.constant(caller?.token ?? 'a.b.c');
    const kind = kindOfField(name);
    if (kind !== undefined) return id(kind);
    if (name === 'cursor') return fc.constant(writeCursor({ createdAt: new Date(), id: randomUUID() }) ?? '');
    const named = TEXTS[name];
    if (named !== undefined) return named;
    if (format === 'uuid') return id('person');
    if (format === 'date') return fc.constantFrom(...DAYS);
    if (format === 'date-time') return fc.constantFrom(...DAYS).map((day) => `${day}T12:30:00+02:00`);
    return fc
      .array(fc.constantFrom(...WORDS, MENTION), { minLength: 1, maxLength: 12 })
      .map((words) => words.join(' ').slice(0, maxLength).padEnd(minLength, 'x').toWellFormed());
  }

  function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const fields = Object.entries(properties).map(([name, schema]) => [name, of(name, schema)] as const);
    return fc
      .tuple(
        fc.record(Object.fromEntries(fields), { requiredKeys: required }),
        id('team'),
        id('org'),
        id('sponsor on the wall'),
      )
      .map(([value, team, org, sponsor]) => ({
        ...withoutContradictions(withGroups(value, team, org)),
        // The recipient of a relayed message is a sponsor. All other recipients are users.
        ...('share_email' in properties && { recipient_id: sponsor }),
      }));
  }

  function of(name: string, schema: Schema): fc.Arbitrary<unknown> {
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => of(name, choice)));
    const { type } = schema;
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => of(name, { ...schema, type: one })));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (type) {
      case 'string':
        return textOf(name, schema);
      case 'integer':
        return NUMBERS[name] ?? fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 });
      case 'number':
        return NUMBERS[name] ?? numbersBetween(schema.minimum ?? 0, schema.maximum ?? 1);
      case 'boolean':
        return fc.boolean();
      case 'array':
        return (schema.uniqueItems ? fc.uniqueArray : fc.array)(of(name, schema.items ?? {}), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 5, 5),
        });
      case 'object':
        return objectOf(schema);
      default:
        return fc.constant(null);
    }
  }

  return { of, address };
}

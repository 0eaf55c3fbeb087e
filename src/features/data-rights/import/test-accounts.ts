import { randomUUID } from 'node:crypto';
import fc, { type GeneratorValue } from 'fast-check';
import { sql } from 'kysely';
import { mentionsIn } from '#features/account';
import { publicUrlOf } from '#features/media';
import { plainPicture } from '#test/pictures.ts';
import type { Person, TestApp } from '#test/start-test-app.ts';

type Row = Record<string, unknown>;

const AVATAR_SIZE = { width: 512, height: 512 };
const ZONES = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Europe/Dublin', 'America/St_Johns'];
const TONES = ['joyful', 'sad', 'calm'];
const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\t',
    '\n\n',
    '  both ends  ',
    '\\',
    '\\n',
    '"',
    "'; drop table profile; --",
    '%s %_',
    '{"a":1}',
    'null',
    '__proto__',
  ],
  ...[
    '\\u0000',
    '\\\\u0000',
    '\\ud83d',
    '\\\\\\udfff',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u2028\u2029',
    '\ufeff',
    '\u202eleft',
    '\uffff',
  ],
  ...[
    'e\u0301',
    '👩‍👩‍👧',
    '𝒳',
    'ﷺ',
    '---\ntitle: x\n---\n',
    '# Heading\n\nText',
    '* * *',
    '[x](../../etc/passwd)',
    '<script>',
    '=1+1',
  ],
];

const newDigest = () => Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex');

const cut = (text: string, min: number, max: number) => {
  const characters = [...text].slice(0, max);
  return characters.length < min ? 'x'.repeat(min) : characters.join('');
};

/** A text of so many characters, as the database counts them. */
const text = (min: number, max: number) =>
  fc.oneof(
    {
      arbitrary: fc
        .string({ unit: 'grapheme', maxLength: 20 })
        .map((value) => cut(value.replaceAll('\0', ''), min, max)),
      weight: 3,
    },
    { arbitrary: fc.constantFrom(...ODD_TEXTS).map((value) => cut(value, min, max)), weight: 3 },
    { arbitrary: fc.constantFrom('x', 'ü', '𝒳', ' ').map((value) => value.repeat(max)), weight: 1 },
  );
const instant = () => fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-30'), noInvalidDate: true });
const past = () => fc.date({ min: new Date('1970-01-01'), max: new Date('2026-01-01'), noInvalidDate: true });
const day = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
const value = () =>
  fc.oneof(
    text(0, 50),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
const object = () =>
  fc
    .dictionary(text(0, 20), fc.oneof(value(), fc.array(value(), { maxLength: 3 })), { maxKeys: 4 })
    .map((given) => JSON.stringify(given));
const list = () => fc.array(value(), { maxLength: 3 }).map((given) => JSON.stringify(given));
const flag = () => fc.boolean();
const whole = (min: number, max: number) => fc.integer({ min, max });
const cents = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((number) => number / 100);
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of);
const one = (...values: readonly (string | null)[]) => fc.constantFrom(...values);

/** Writes rows of every collection into the account of the user, some through others. */
export async function writeGeneratedAccount(
  { deps, clock }: Pick<TestApp, 'deps' | 'clock'>,
  g: GeneratorValue,
  ada: Person,
  [ben, cleo]: readonly [Person, Person],
): Promise<void> {
  const { db } = deps;
  const now = clock.now();
  const user = { user_id: ada.id };
  let rows = 0;
  /** Times within an account differ, so that a test can tell its records apart. */
  const createdAt = () => {
    rows += 1;
    return new Date(Math.floor(g(past).getTime() / 1_000) * 1_000 - rows);
  };
  const times = () => ({ created_at: createdAt(), updated_at: g(past) });
  const insert = async (table: string, row: Row): Promise<void> => {
    await sql`
      insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db);
  };
  const insertNew = async (table: string, row: Row): Promise<string> => {
    const id = randomUUID();
    await insert(table, { id, ...row });
    return id;
  };
  /** Runs once to three times. */
  const some = async (work: (index: number) => Promise<unknown>) => {
    for (let index = g(whole, 1, 3); index > 0; index -= 1) await work(index);
  };
  const storePicture = async (
    key: string,
    format: 'webp' | 'png' = 'webp',
    size = { width: g(whole, 1, 60), height: g(whole, 1, 60) },
  ) => {
    const [red, green, blue] = [0, 1, 2].map(() => g(whole, 0, 2) * 127);
    await deps.storage.put(key, await plainPicture(size, `rgb(${red},${green},${blue})`).toFormat(format).toBuffer());
    return size;
  };

  const avatar = `avatars/${ada.id}-generated.webp`;
  await storePicture(avatar, 'webp', AVATAR_SIZE);
  await db
    .updateTable('profile')
    .set({
      avatar_url: publicUrlOf(deps, avatar),
      full_name: g(text, 0, 100),
      preferences: JSON.stringify({
        ...JSON.parse(g(object)),
        theme: g(text, 0, 60),
        timezone: g(one, ...ZONES),
        leaderboard: g(flag),
      }),
      read_notes_enabled: g(flag),
    })
    .where('id', '=', ada.id)
    .execute();

  // The account.
  await insert('identity_user', {
    id: ada.id,
    name: g(text, 0, 100),
    email: `${randomUUID()}@people.test`,
    emailVerified: true,
  });
  await some(() => insert('profile_subject', { issuer: g(text, 1, 200), subject: randomUUID(), profile_id: ada.id }));
  await some(() =>
    insertNew('identity_session', {
      ...{ userId: ada.id, token: randomUUID(), ipAddress: g(maybe, text(0, 40)), userAgent: g(maybe, text(0, 300)) },
      ...{ createdAt: createdAt(), updatedAt: g(instant), expiresAt: g(instant) },
    }),
  );
  await some(() =>
    insertNew('personal_token', {
      ...{
        ...user,
        name: cut(`n${g(text, 0, 99)}`, 1, 100),
        digest: newDigest(),
        prefix: 'mdw_abcd',
        scopes: ['goals'],
      },
      ...{ created_at: createdAt(), expires_at: g(instant), last_used_at: g(maybe, instant()) },
    }),
  );
  await insert('user_block', { blocker_id: ada.id, blocked_id: ben.id, created_at: createdAt() });
  await insertNew('impersonation', {
    ...{ admin_id: ben.id, target_id: ada.id, reason: g(text, 1, 1_000), created_at: createdAt() },
    ...{ expires_at: new Date('9999-12-31'), ended_at: g(maybe, instant()) },
  });
  await some(() =>
    insertNew('audit_log', {
      ...{ actor_id: ada.id, action: g(text, 1, 50), subject_type: g(text, 1, 50), subject_id: randomUUID() },
      ...{ details: g(object), created_at: createdAt() },
    }),
  );
  await some((index) =>
    insert('notification_preference', {
      ...{ ...user, kind: cut(`${index}${g(text, 0, 49)}`, 1, 50), inbox: g(maybe, flag()), push: g(maybe, flag()) },
    }),
  );
  await insert('notification_quiet_hours', { ...user, start_time: g(one, '00:00', '23:59'), end_time: '07:00' });
  await some(() =>
    insertNew('notification', {
      ...{ ...user, kind: g(text, 1, 50), title: g(text, 0, 200), body: g(text, 0, 1_000), data: g(object) },
      ...{ read_at: g(maybe, instant()), created_at: createdAt() },
    }),
  );
  await insertNew('push_device', {
    ...{ ...user, endpoint: `https://push.test/${randomUUID()}`, p256dh: 'x', auth: 'x', ...times() },
  });
  await insertNew('webhook_endpoint', {
    ...{
      ...user,
      url: 'https://hooks.test/',
      description: g(text, 0, 200),
      kinds: ['notification'],
      secret: 'x',
      ...times(),
    },
  });
  await insertNew('data_export', {
    ...user,
    status: g(one, 'failed', 'discarded'),
    created_at: createdAt(),
    expires_at: g(instant),
  });
  await some(() =>
    insertNew('report', {
      ...{ reporter_id: ada.id, subject_type: g(one, 'user', 'drop', 'photo'), subject_id: randomUUID() },
      ...{ reason: g(text, 1, 1_000), created_at: createdAt() },
    }),
  );
  await insertNew('waitlist_entry', {
    ...{ email: ada.email, name: g(maybe, text(1, 200)), note: g(maybe, text(1, 1_000)) },
    ...{ created_at: createdAt(), asked_at: now },
  });

  // Groups.
  const orgId = await insertNew('organization', {
    ...{ name: g(text, 1, 100), description: g(text, 0, 1_000), owner_id: ada.id, settings: g(object), ...times() },
  });
  await insert('organization_member', {
    org_id: orgId,
    ...user,
    role: 'owner',
    joined_at: createdAt(),
    accepted_at: g(maybe, instant()),
  });
  const teamId = await insertNew('team', {
    ...{
      org_id: orgId,
      name: g(text, 1, 100),
      description: g(text, 0, 1_000),
      admin_id: ada.id,
      settings: g(object),
      ...times(),
    },
  });
  const inTeam = { team_id: teamId, org_id: orgId };
  await insert('team_member', {
    ...inTeam,
    ...user,
    role: 'admin',
    joined_at: createdAt(),
    accepted_at: g(maybe, instant()),
  });
  const leftOrgId = await insertNew('organization', { name: g(text, 1, 100), owner_id: ben.id, ...times() });
  const leftTeamId = await insertNew('team', {
    org_id: leftOrgId,
    name: g(text, 1, 100),
    admin_id: ben.id,
    ...times(),
  });
  await insert('organization_departure', { org_id: leftOrgId, ...user, departed_at: g(instant) });
  await insert('team_departure', { team_id: leftTeamId, ...user, departed_at: g(instant) });
  const invitation = () => ({
    role: g(one, 'admin', 'member'),
    max_uses: 1,
    expires_at: g(instant),
    created_at: createdAt(),
  });
  await insertNew('group_invitation', { ...invitation(), org_id: leftOrgId, invited_by: ben.id, ...user });
  await insertNew('group_invitation', {
    ...invitation(),
    ...inTeam,
    invited_by: ada.id,
    email: g(maybe, text(3, 254)),
  });

  // Music comes before entries, which have tracks.
  const trackIds: string[] = [];
  await some(async () => {
    const trackId = `${randomUUID()}${g(text, 0, 200)}`;
    trackIds.push(trackId);
    await insert('music_track', {
      ...{ id: trackId, name: g(text, 0, 500), artist_names: g(fc.array, text(0, 50), { maxLength: 3 }) },
      ...{ album_name: g(maybe, text(0, 500)), explicit: g(flag), duration_ms: g(maybe, whole(0, 1e9)), ...times() },
    });
    await insertNew('music_play', {
      ...{ ...user, track_id: trackId, source: g(text, 1, 50), played_at: g(past), created_at: createdAt() },
    });
  });
  await insert('music_account', {
    ...{ ...user, provider_user_id: g(text, 1, 255), access_token: 'x', refresh_token: 'x', scope: g(text, 0, 100) },
    ...{ expires_at: now, needs_reauth: g(flag), connected_at: g(instant), last_synced_at: g(maybe, instant()) },
  });

  // The journal.
  const notebookIds: string[] = [];
  const level = () => g(one, 'user', 'private', 'public');
  await some(async () => {
    const row = { ...user, name: g(text, 1, 100), description: g(text, 0, 500) };
    const visibility = { metadata_visibility: level(), content_visibility: level() };
    notebookIds.push(await insertNew('notebook', { ...row, ...visibility, ...times() }));
  });
  const insertPhoto = async (entryId: string | null, position: number | null) => {
    const id = randomUUID();
    const key = `photos/${id}`;
    const large = await storePicture(`${key}-large.webp`);
    const sizes = JSON.stringify({ small: large, medium: large, large });
    const expiresAt = entryId === null ? new Date('9999-12-31') : null;
    await insert('photo', {
      ...{
        id,
        ...user,
        entry_id: entryId,
        position,
        key,
        color: '#00ff7f',
        sizes,
        created_at: createdAt(),
        expires_at: expiresAt,
      },
    });
  };
  const insertEntry = async (index: number): Promise<string> => {
    const id = randomUUID();
    const mention = g(flag) ? `@[Ben ${index}](${ben.id}) ` : '';
    // The longest one is seldom, because it is slow.
    const longest =
      index === 3
        ? String(g(one, 'x', '𝒳', 'a\n\n'))
            .repeat(100_000)
            .slice(0, 199_998)
        : null;
    const content = cut(longest ?? mention + g(text, 0, 3_000), 0, 100_000);
    const backgroundKey = g(flag) ? `entry-backgrounds/${id}.${g(one, 'webp', 'png')}` : null;
    if (backgroundKey !== null) await storePicture(backgroundKey, backgroundKey.endsWith('png') ? 'png' : 'webp');
    const tone = { primaryTone: g(one, ...TONES), tones: [], sentiment: 'mixed', confidence: g(cents, 0, 1) };
    await insert('journal_entry', {
      ...{ id, ...user, title: g(text, 1, 200), content, mood: g(maybe, text(1, 50)), is_mood_detected: g(flag) },
      ...{ tags: g(fc.array, text(1, 50), { maxLength: 4 }), emotional_tone: g(flag) ? JSON.stringify(tone) : null },
      ...{ notebook_id: g(one, null, ...notebookIds), music_track_id: g(one, null, ...trackIds) },
      ...{ metadata_visibility: level(), content_visibility: level(), mentions: JSON.stringify(mentionsIn(content)) },
      ...{ effective_metadata_visibility: 'user', effective_content_visibility: 'user', background_key: backgroundKey },
      ...{ entry_date: g(day, '1900-01-01', '2026-01-01'), created_date: g(day, '1900-01-01', '2026-01-01') },
      ...times(),
    });
    const photos = g(whole, 0, 2);
    for (let position = 1; position <= photos; position += 1) await insertPhoto(id, position);
    return id;
  };
  await insertPhoto(null, null);
  const entryIds: string[] = [];
  await some(async (index) => entryIds.push(await insertEntry(index)));
  // As the trash does it.
  const trashedId = await insertEntry(1);
  await sql`
    with deleted as (delete from journal_entry where id = ${trashedId} returning *)
    insert into trash (id, user_id, kind, title, record, deleted_at)
    select id, user_id, 'entry', title, to_jsonb(deleted), ${g(instant)} from deleted`.execute(db);
  await insertPhoto(trashedId, 3);
  await some((index) =>
    insertNew('note_analysis', {
      ...{ ...user, analysis_date: `2026-01-0${index}`, summary: g(text, 1, 2_000), mood_trends: g(object) },
      ...{ topics: g(list), patterns: g(list), recommendations: g(list), insights: g(object) },
      ...{ entry_count: g(whole, 1, 50), notes_read_at: g(instant), ...times() },
    }),
  );
  await some(() =>
    insertNew('token_usage', {
      ...{
        ...user,
        type: 'tone_analysis',
        model: g(text, 0, 50),
        input_tokens: g(whole, 0, 2e9),
        cost_usd: g(cents, 0, 9_999),
      },
      ...{ reference_id: g(one, null, ...entryIds), created_at: createdAt() },
    }),
  );

  // Goals and wellbeing.
  const goalIds: string[] = [];
  const anyDay = () => g(day, '1900-01-01', '9999-12-31');
  await some(async () => {
    goalIds.push(
      await insertNew('goal', {
        ...{
          ...user,
          title: g(text, 1, 200),
          description: g(text, 0, 2_000),
          status: g(one, 'active', 'completed', 'abandoned'),
        },
        ...{ target_date: g(flag) ? anyDay() : null, ...times() },
      }),
    );
  });
  await some(() =>
    insertNew('goal_check_in', {
      ...{
        ...user,
        goal_id: g(one, ...goalIds),
        status: g(one, 'completed', 'missed', 'skipped'),
        notes: g(text, 0, 2_000),
      },
      ...{ check_in_date: anyDay(), created_date: anyDay(), ...times() },
    }),
  );
  await some(() =>
    insertNew('satisfaction_entry', {
      ...user,
      score: g(whole, 1, 10),
      note: g(text, 0, 2_000),
      entry_date: anyDay(),
      ...times(),
    }),
  );
  await some((index) =>
    insertNew('sleep_entry', {
      ...{ ...user, sleep_date: `20${index}0-02-29`.replace(/^2010|^2030/, '2028'), hours: g(cents, 0, 24) },
      ...{ quality: g(whole, 1, 5), note: g(text, 0, 2_000), ...times() },
    }),
  );
  await some(() =>
    insertNew('action_note', {
      ...{ ...user, content: g(text, 1, 2_000), goal_id: g(one, null, ...goalIds) },
      ...{ note_date: anyDay(), created_date: anyDay(), ...times() },
    }),
  );

  // Workouts.
  const activity = g(one, 'walk', 'other');
  await insertNew('workout_window', {
    ...{ ...user, activity_type: activity, custom_activity: activity === 'other' ? g(text, 1, 100) : null },
    ...{
      window_start_time: '23:30',
      window_end_time: '01:30',
      timezone: g(one, ...ZONES),
      is_active: false,
      since: anyDay(),
    },
    ...{ match_group: 'none', ...times() },
  });
  // One after the other: the first one made here is the last.
  await some((index) =>
    insertNew('rest_period', {
      ...{ ...user, kind: 'weekly', weekdays: [index, index + g(whole, 1, 4)], from_date: `20${20 - index}-02-28` },
      ...{ until_date: index === 1 ? null : `20${20 - index}-12-31`, created_at: createdAt() },
    }),
  );
  await insertNew('rest_period', {
    ...{ ...user, kind: 'pause', weekdays: [1, 2, 3, 4, 5, 6, 7], from_date: '2024-02-29', until_date: '2024-03-01' },
    created_at: createdAt(),
  });
  const hasPlace = g(flag);
  await insert('workout_location', {
    ...{
      ...user,
      ip_address: g(one, null, '203.0.113.7', '2001:db8::1'),
      city: g(maybe, text(1, 100)),
      country: g(one, null, 'NP'),
    },
    ...{ latitude: hasPlace ? g(cents, -90, 90) : null, longitude: hasPlace ? g(cents, -180, 180) : null },
    ...{ timezone: g(one, null, ...ZONES), last_updated: g(instant) },
  });
  await some((index) =>
    insertNew('chain', {
      ...{ ...user, date: `2026-01-0${index}`, team_color: g(one, 'red', 'blue'), match_group: 'none' },
      ...{ has_check_in: g(flag), missed_at: g(maybe, instant()), created_at: createdAt() },
    }),
  );
  await insertNew('squad', {
    ...{ date: '2026-01-01', user_1_id: ada.id, user_2_id: ben.id, team_color: 'red', created_at: createdAt() },
  });
  await some(async (index) => {
    const key = index === 2 ? null : `check-ins/${randomUUID()}.webp`;
    if (key !== null) await storePicture(key);
    const isRejected = g(flag);
    await insertNew('check_in', {
      ...{
        ...user,
        date: `2026-01-0${index}`,
        timezone: g(one, ...ZONES),
        activity_type: 'walk',
        within_window: g(flag),
      },
      ...{
        photo_key: key,
        photo_digest: key && Buffer.alloc(32, index),
        photo_fingerprint: key && Buffer.alloc(32, index),
      },
      ...{ photo_timestamp: g(instant), status: isRejected ? 'rejected' : 'verified' },
      ...{
        rejection_reason: isRejected ? g(text, 1, 500) : null,
        battle_chips_earned: isRejected ? 0 : g(whole, 0, 2),
      },
      ...{ continues_chain: g(flag), created_at: createdAt() },
    });
  });

  // Chat.
  await insert('chat_room', { team_id: teamId, last_message_at: now });
  await insert('chat_room', { org_id: orgId, last_message_at: now });
  await some(() => {
    const message = { content: g(text, 1, 1_000), mentions: '[]', edited_at: g(maybe, instant()) };
    return insertNew('chat_message', {
      ...{ ...message, room_id: g(one, teamId, orgId), sender_id: ada.id },
      created_at: createdAt(),
    });
  });

  // Encouragement.
  const drop = () => ({
    ...{ drop_type: 'encouragement', is_custom: true, title: g(maybe, text(1, 200)), content: g(text, 1, 1_000) },
    ...{ media_url: g(maybe, text(0, 100)), date_sent: createdAt(), day: '2026-01-01', engagement_ends_at: now },
  });
  await some(() => insertNew('drop_sent', { ...drop(), sender_id: ada.id, recipient_id: cleo.id, closed_at: now }));
  await some(() =>
    insertNew('drop_sent', {
      ...{ ...drop(), sender_id: cleo.id, recipient_id: ada.id, closed_at: now },
      ...{ entry_id: g(one, null, ...entryIds), read_at: g(maybe, instant()) },
    }),
  );
  await insert('drop_sender', {
    ...user,
    day: anyDay(),
    total_sent: g(whole, 0, 2e9),
    last_sent_day: g(flag) ? anyDay() : null,
  });
  await insert('badge', {
    ...{
      ...user,
      level: 1,
      total_drops_sent: g(whole, 1, 2e9),
      engagement_increases: 1,
      success_rate: g(whole, 0, 1_000) / 10,
    },
    ...{ bonus_drops_earned: 0, consecutive_days: g(whole, 0, 2e9) },
  });
  await insert('badge_milestone', { ...user, level: 1, achieved_at: g(instant), stats: g(object) });

  // Drops, packs and payments. The balance is the sum of its transactions.
  const { drops_balance: balance } = await db
    .updateTable('profile')
    .set({ drops_balance: sql`drops_balance + 7` })
    .where('id', '=', ada.id)
    .returning('drops_balance')
    .executeTakeFirstOrThrow();
  const transactionId = await insertNew('drops_transaction', {
    ...{ ...user, type: 'admin_adjustment', amount: 7, balance_after: balance, reason_key: randomUUID() },
    ...{ description: g(text, 1, 1_000), created_at: createdAt() },
  });
  await insertNew('subscription', {
    ...{
      ...user,
      payment_customer_id: 'cus_x',
      payment_subscription_id: randomUUID(),
      status: g(text, 1, 50),
      created_at: createdAt(),
    },
  });
  const pack = () => ({
    name: g(text, 1, 100),
    description: g(text, 0, 1_000),
    theme: 'nature',
    price_drops: g(whole, 0, 1e6),
    ...times(),
  });
  const packId = await insertNew('tone_pack', { ...pack(), owner_id: ada.id, unlisted_at: g(maybe, instant()) });
  for (const tone of TONES.slice(0, g(whole, 1, 3))) {
    const key = `tone-packs/${packId}/${tone}.${g(one, 'webp', 'png')}`;
    await storePicture(key, key.endsWith('png') ? 'png' : 'webp');
    const color = g(one, null, '#00ff00');
    await insert('tone_pack_image', {
      pack_id: packId,
      tone,
      image_key: key,
      preview_size: 1,
      color,
      created_at: createdAt(),
    });
  }
  await insertNew('tone_pack_share', { pack_id: packId, user_id: cleo.id, created_at: createdAt() });
  await insertNew('tone_pack_email_share', {
    pack_id: packId,
    email_digest: Buffer.alloc(32, 1),
    created_at: createdAt(),
  });
  const packOfCleo = await insertNew('tone_pack', { ...pack(), owner_id: cleo.id });
  await insertNew('tone_pack_share', { pack_id: packOfCleo, ...user, created_at: createdAt() });
  await insertNew('tone_pack_purchase', {
    pack_id: packOfCleo,
    ...user,
    transaction_id: transactionId,
    created_at: createdAt(),
  });

  // The lab.
  const templateId = await insertNew('lab_template', {
    ...{ owner_id: ada.id, title: g(text, 1, 200), description: g(text, 0, 5_000), steps: g(list), is_template: true },
    ...{ predicted_values: g(flag) ? g(object) : null, is_public: false, ...times() },
  });
  await insertNew('lab_replication', {
    ...{ ...user, template_id: templateId, outputs: g(list), created_at: createdAt() },
    ...{ value: g(maybe, fc.double({ min: -1e99, max: 1e99, noNaN: true })) },
  });
  const decided = () => ({
    status: 'declined',
    decline_reason: g(text, 1, 1_000),
    decided_at: g(instant),
    created_at: createdAt(),
  });
  await insertNew('lab_video', {
    ...{
      template_id: templateId,
      submitted_by: ada.id,
      title: g(text, 1, 200),
      url: `https://${g(text, 0, 2_000)}`,
      ...decided(),
    },
  });
  const competitionId = await insertNew('competition', {
    ...{
      name: g(text, 1, 200),
      description: '',
      scoring_config: '{}',
      is_active: false,
      entry_open: false,
      ...times(),
    },
  });
  await insertNew('competition_entry', {
    ...{
      ...user,
      competition_id: competitionId,
      template_id: templateId,
      score: g(whole, -2e9, 2e9),
      created_at: createdAt(),
    },
  });
  await insertNew('opportunity', {
    ...{ submitted_by: ada.id, title: g(text, 1, 200), type: 'fellowship', organization: g(text, 1, 200) },
    ...{
      description: g(text, 1, 5_000),
      url: `https://${g(text, 0, 2_000)}`,
      deadline: '2026-01-01',
      closes_at: now,
      ...decided(),
    },
  });
  const sponsorId = await insertNew('sponsor', {
    ...{ name: g(text, 1, 200), tier: 'gold', contact_name: 'A', contact_email: 'a@sponsor.test', applied_at: now },
  });
  await insertNew('sponsor_message', { sender_id: ada.id, sponsor_id: sponsorId, created_at: createdAt() });

  // Mails.
  const mail = () => ({ recipient_email: g(text, 3, 320), subject: g(text, 1, 200), status: 'sent', ...times() });
  await some((index) =>
    insertNew('outgoing_mail', {
      ...mail(),
      category: 'personal',
      sender_id: ada.id,
      content_digest: Buffer.alloc(32, index),
    }),
  );
  await some(() => insertNew('outgoing_mail', { ...mail(), category: 'welcome', ...user }));
  await some(() =>
    insertNew('journal_mail', { subject: g(text, 1, 200), content: g(text, 0, 1_000), created_at: now, ...user }),
  );
}

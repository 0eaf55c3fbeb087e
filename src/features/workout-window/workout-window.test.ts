import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, call, deps, clock } = await startTestApp();

const SETUP = {
  activityType: 'walk',
  windowStartTime: '07:00',
  windowEndTime: '09:00',
  timezone: 'Europe/Berlin',
};

const setUp = (caller: Person | null, fields: object = {}) =>
  call(caller, 'POST', '/api/workout-window/setup', { ...SETUP, ...fields });

const locate = (caller: Person | null, body: object) =>
  call(caller, 'PUT', '/api/workout-window/update-location', body);

const rowOf = ({ id }: Person) =>
  deps.db.selectFrom('workout_window').selectAll().where('user_id', '=', id).executeTakeFirst();

const groupOf = async (owner: Person) => (await rowOf(owner))?.match_group;

describe('rate limit of window changes', () => {
  test('returns 429 after RATE_LIMIT_PER_HOUR_WINDOWS requests within an hour, counted together', async () => {
    const limited = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_HOUR_WINDOWS: '5' } });
    const [ada, ben] = [await limited.person(), await limited.person()];
    const location = { latitude: 52.5, longitude: 13.4, timezone: 'Europe/Berlin' };
    const attempt = async (caller: Person, index: number) => {
      const calls = [
        () => limited.call(caller, 'POST', '/api/workout-window/setup', SETUP),
        () => limited.call(caller, 'PUT', '/api/workout-window/update-location', location),
        () => limited.call(caller, 'DELETE', '/api/workout-window/my-window'),
      ] as const;
      return (await (calls[index % 3] ?? calls[0])()).status;
    };
    const statuses: number[] = [];
    for (let index = 0; index < 9; index += 1) statuses.push(await attempt(ada, index));
    expect(statuses).toEqual([201, 200, 200, 200, 200, 429, 429, 429, 429]);
    expect(await attempt(ben, 0)).toBe(201);
    expect((await limited.call(ada, 'GET', '/api/workout-window/my-window')).status).toBe(200);
  });
});

describe('POST /api/workout-window/setup', () => {
  test('creates a window that can be read', async () => {
    const ada = await person();
    const { status, body } = await setUp(ada);
    const at = clock.now().toISOString();
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        window: {
          id: expect.any(String),
          user_id: ada.id,
          activity_type: 'walk',
          custom_activity: null,
          window_start_time: '07:00',
          window_end_time: '09:00',
          timezone: 'Europe/Berlin',
          is_active: true,
          rest_days: [],
          pause: null,
          created_at: at,
          updated_at: at,
        },
        message: 'Your workout window is created.',
      },
    });
    const mine = await call(ada, 'GET', '/api/workout-window/my-window');
    expect(mine.body).toEqual({ window: body.window, location: null });
  });

  test('updates the window, and keeps its id and first date', async () => {
    const ada = await person();
    const { body: made } = await setUp(ada);
    const since = (await rowOf(ada))?.since;
    clock.advance(60_000);
    const change = {
      activityType: 'other',
      customActivity: ' Yoga ',
      windowStartTime: '23:00',
      windowEndTime: '01:00',
    };
    const { status, body } = await setUp(ada, { ...change, timezone: 'Pacific/Kiritimati' });
    expect({ status, message: body.message }).toEqual({ status: 200, message: 'Your workout window is updated.' });
    expect(body.window).toEqual({
      ...made.window,
      activity_type: 'other',
      custom_activity: 'Yoga',
      window_start_time: '23:00',
      window_end_time: '01:00',
      timezone: 'Pacific/Kiritimati',
      updated_at: clock.now().toISOString(),
    });
    expect((await rowOf(ada))?.since).toBe(since);
  });

  test('reopens a closed window', async () => {
    const ada = await person();
    await setUp(ada);
    await call(ada, 'DELETE', '/api/workout-window/my-window');
    expect((await setUp(ada)).body.window.is_active).toBe(true);
  });

  test('stores a custom activity for the type other only', async () => {
    const { body } = await setUp(await person(), { activityType: 'reading', customActivity: 'Novels' });
    expect(body.window.custom_activity).toBeNull();
  });

  test('uses the local date as the first date', async () => {
    const ada = await person();
    await setUp(ada, { timezone: 'Pacific/Kiritimati' });
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(clock.now());
    expect((await rowOf(ada))?.since).toBe(date);
  });

  test('creates one window for ten concurrent requests', async () => {
    const ada = await person();
    const responses = await Promise.all(Array.from({ length: 10 }, () => setUp(ada)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
  });

  test.each([
    ['an end three hours later', { windowEndTime: '10:00' }, 'workout-window.not-two-hours'],
    ['an end at the start', { windowEndTime: '07:00' }, 'workout-window.not-two-hours'],
    ['an end two hours before', { windowEndTime: '05:00' }, 'workout-window.not-two-hours'],
    ['an unknown time zone', { timezone: 'Mars/Phobos' }, 'workout-window.timezone-unknown'],
    ['an offset as time zone', { timezone: '+02:00' }, 'workout-window.timezone-unknown'],
    ['a time zone of PostgreSQL only', { timezone: 'FOO3' }, 'workout-window.timezone-unknown'],
    ['other without a custom activity', { activityType: 'other' }, 'workout-window.custom-activity-required'],
    [
      'other with a blank custom activity',
      { activityType: 'other', customActivity: '  ' },
      'workout-window.custom-activity-required',
    ],
    ['24:00', { windowStartTime: '22:00', windowEndTime: '24:00' }, 'request.invalid'],
    ['7:5', { windowStartTime: '7:5' }, 'request.invalid'],
    ['a time with seconds', { windowStartTime: '07:00:00' }, 'request.invalid'],
    ['an unknown activity', { activityType: 'sleep' }, 'request.invalid'],
    ['an activity of 101 characters', { activityType: 'other', customActivity: 'y'.repeat(101) }, 'request.invalid'],
    ['no zone', { timezone: undefined }, 'request.invalid'],
  ])('returns 400 for %s, and stores nothing', async (_what, fields, code) => {
    const ada = await person();
    const { status, body } = await setUp(ada, fields);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(await rowOf(ada)).toBeUndefined();
  });

  test('returns 401 without a token', async () => {
    expect((await setUp(null)).status).toBe(401);
  });
});

describe('GET /api/workout-window/my-window', () => {
  test('returns null for a new user', async () => {
    const { status, body } = await call(await person(), 'GET', '/api/workout-window/my-window');
    expect({ status, body }).toEqual({ status: 200, body: { window: null, location: null } });
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/workout-window/my-window')).status).toBe(401);
  });
});

describe('DELETE /api/workout-window/my-window', () => {
  test('closes and keeps the window; repeating does nothing', async () => {
    const ada = await person();
    const { body } = await setUp(ada);
    for (const _time of [1, 2]) {
      expect((await call(ada, 'DELETE', '/api/workout-window/my-window')).status).toBe(200);
      const mine = await call(ada, 'GET', '/api/workout-window/my-window');
      expect(mine.body.window).toEqual({ ...body.window, is_active: false });
    }
  });

  test('does nothing without a window', async () => {
    expect((await call(await person(), 'DELETE', '/api/workout-window/my-window')).status).toBe(200);
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'DELETE', '/api/workout-window/my-window')).status).toBe(401);
  });
});

describe('PUT /api/workout-window/update-location', () => {
  const BERLIN = {
    ipAddress: '2001:db8::1',
    latitude: 52.52000661,
    longitude: 13.40495399,
    city: 'Berlin',
    region: 'Berlin',
    country: 'de',
    timezone: 'Europe/Berlin',
  };

  test('stores all sent fields with all decimals', async () => {
    const ada = await person();
    const { status, body } = await locate(ada, BERLIN);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        location: {
          user_id: ada.id,
          ip_address: '2001:db8::1',
          latitude: 52.52000661,
          longitude: 13.40495399,
          city: 'Berlin',
          region: 'Berlin',
          country: 'DE',
          timezone: 'Europe/Berlin',
          last_updated: clock.now().toISOString(),
        },
      },
    });
    expect((await call(ada, 'GET', '/api/workout-window/my-window')).body.location).toEqual(body.location);
  });

  test('keeps absent fields, and clears fields with null', async () => {
    const ada = await person();
    await locate(ada, BERLIN);
    const { body } = await locate(ada, { city: 'Potsdam', ipAddress: null, latitude: null, longitude: null });
    expect(body.location).toMatchObject({
      city: 'Potsdam',
      region: 'Berlin',
      ip_address: null,
      latitude: null,
      longitude: null,
    });
  });

  test('never stores the IP address of the connection', async () => {
    expect((await locate(await person(), { city: 'Berlin' })).body.location.ip_address).toBeNull();
  });

  test('groups by city, else by region, else by time zone', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    await setUp(ada);
    await setUp(ben);
    expect(await groupOf(ada)).toBe(await groupOf(ben));
    await locate(ada, { region: 'Berlin', country: 'DE' });
    const ofRegion = await groupOf(ada);
    expect(ofRegion).not.toBe(await groupOf(ben));
    await locate(ben, { region: ' BERLIN', country: 'de' });
    expect(await groupOf(ben)).toBe(ofRegion);
    await locate(ben, { city: 'Berlin' });
    expect(await groupOf(ben)).not.toBe(ofRegion);
    await locate(ben, { city: null, region: null });
    expect(await groupOf(ben)).not.toBe(ofRegion);
  });

  test('groups a later window by an earlier location', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    await locate(ada, BERLIN);
    await setUp(ada);
    await setUp(ben);
    await locate(ben, BERLIN);
    expect(await groupOf(ada)).toBe(await groupOf(ben));
  });

  test('ends in one group after a concurrent window and location', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ada = await person();
      await Promise.all([setUp(ada), locate(ada, BERLIN)]);
      expect(await groupOf(ada)).toContain('berlin');
      expect(await groupOf(ada)).toContain('de');
    }
  });

  test.each([
    ['a latitude of 90.1', { latitude: 90.1, longitude: 0 }, 'request.invalid'],
    ['a longitude of -180.1', { latitude: 0, longitude: -180.1 }, 'request.invalid'],
    ['a latitude that is a text', { latitude: 'Infinity', longitude: 0 }, 'request.invalid'],
    ['a latitude alone', { latitude: 1 }, 'workout-window.coordinates-incomplete'],
    ['a longitude alone', { longitude: 1, latitude: null }, 'workout-window.coordinates-incomplete'],
    ['a latitude of null alone', { latitude: null }, 'workout-window.coordinates-incomplete'],
    ['a longitude of null alone', { longitude: null }, 'workout-window.coordinates-incomplete'],
    ['a country of three letters', { country: 'DEU' }, 'request.invalid'],
    ['an empty city', { city: '' }, 'request.invalid'],
    ['a city of 101 characters', { city: 'c'.repeat(101) }, 'request.invalid'],
    ['an unknown time zone', { timezone: 'Mars/Phobos' }, 'workout-window.timezone-unknown'],
    ['a path for an address', { ipAddress: '1.1.1.1/../admin' }, 'request.invalid'],
    ['a name for an address', { ipAddress: 'localhost' }, 'request.invalid'],
    ['an address with a zone', { ipAddress: 'fe80::1%eth0' }, 'request.invalid'],
    ['an address in brackets', { ipAddress: '[::ffff:169.254.169.254]' }, 'request.invalid'],
  ])('returns 400 for %s, and stores nothing', async (_what, fields, code) => {
    const ada = await person();
    const { status, body } = await locate(ada, fields);
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect((await call(ada, 'GET', '/api/workout-window/my-window')).body.location).toBeNull();
  });

  test('returns 401 without a token', async () => {
    expect((await locate(null, BERLIN)).status).toBe(401);
  });
});

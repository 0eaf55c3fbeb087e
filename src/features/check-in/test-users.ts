import { sendForm } from '#test/multipart.ts';
import { drawnPicture } from '#test/pictures.ts';
import type { Person, TestApp, TestResponse } from '#test/start-test-app.ts';

/** A Wednesday, ten in the morning in Berlin. */
export const MORNING = new Date('2026-11-18T09:00:00Z');
export const DATE = '2026-11-18';
export const ZONE = 'Europe/Berlin';

let cities = 0;
let photos = 0;

/** Creates a photo that no test has sent before. */
export async function newPhoto(): Promise<Buffer> {
  photos += 1;
  return drawnPicture(String(photos)).jpeg().toBuffer();
}

export const timeOf = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

export type Window = { hour: number; timezone?: string };

/** Creates users with windows for the tests of one app. */
export function createTestUsers({ call, person, issuer, clock, deps }: TestApp) {
  const setUp = async (owner: Person, { hour, timezone = ZONE }: Window): Promise<void> => {
    const response = await call(owner, 'POST', '/api/workout-window/setup', {
      activityType: 'walk',
      windowStartTime: timeOf(hour),
      windowEndTime: timeOf(hour + 2),
      timezone,
    });
    if (response.status >= 300) throw new Error(`Window setup failed: ${response.text}`);
  };

  return {
    setUp,
    /** Creates users with windows at these full hours, in a new city. */
    async peopleAt(...hours: number[]): Promise<Person[]> {
      cities += 1;
      const people: Person[] = [];
      for (const [index, hour] of hours.entries()) {
        const created = await person({ name: `Person ${index}` });
        const city = { city: `City ${cities}`, region: 'Region', country: 'DE', latitude: 52.51, longitude: 13.4 };
        await call(created, 'PUT', '/api/workout-window/update-location', city);
        await setUp(created, { hour });
        people.push(created);
      }
      return people;
    },
    /** Returns the user with a new token. */
    async renewed(owner: Person): Promise<Person> {
      return { ...owner, token: await issuer.sign(owner.id, clock.now(), { email: owner.email }) };
    },
    async checkIn(owner: Person | null, parts: Parameters<typeof sendForm>[3] = {}): Promise<TestResponse> {
      const photo = parts.photo ?? (await newPhoto());
      return sendForm(call, owner, '/api/workout-window/checkin', { activityType: 'walk', ...parts, photo });
    },
    /** Resolves when all photos so far are verified. */
    looked: () => deps.background.drain(),
    /** Lists the notifications of a user of one kind. */
    async notificationsOf(owner: Person, kind: string): Promise<{ title: string; body: string; data: unknown }[]> {
      const { body } = await call(owner, 'GET', '/api/notifications');
      return body.notifications.filter((notification: { kind: string }) => notification.kind === kind);
    },
  };
}

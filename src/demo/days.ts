import type { Deps } from '#app/deps.ts';
import { isRestDate, listRestPeriods, type RestPeriod, windowSpan } from '#features/workout-window';
import { addDays, localDateOf, mondayOf } from '#platform/days/calendar-date.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import { WEEKLY_BATTLE } from '../features/battle/battle/weekly.jobs.ts';
import { checkIn } from '../features/check-in/submission/submission.actions.ts';
import { MOSAIC_OF_YESTERDAY } from '../features/mosaic/mosaic.jobs.ts';
import { setUpWindow } from '../features/workout-window/workout-window.actions.ts';
import { paintSamplePhotos, type SamplePhotos } from './photos.ts';
import { at, type Member, MINUTE_MS } from './sample-deps.ts';

/** How many minutes before the end of a window its owner checks in at the latest. */
const MAX_MINUTE = 100;

type SampleCheckIn = { member: Member; date: string; moment: Date };

/**
 * Lets the members have their windows since the Monday of last week: they check in with photos of the sandbox, battles are fought, and the
 * mosaic of yesterday is drawn.
 */
export async function liveThroughDays(deps: Deps, members: readonly Member[], onDay: () => void): Promise<void> {
  const now = deps.clock.now();
  // The battle of last week is fought whole.
  const firstDate = addDays(mondayOf(localDateOf(now, 'UTC')), -7);
  const begin = new Date(`${addDays(firstDate, -1)}T00:00:00Z`);
  const restOfMember = new Map<Member, RestPeriod[]>();
  for (const [index, member] of members.entries()) {
    const [windowStartTime, windowEndTime] = [timeOf(member.windowHour), timeOf(member.windowHour + 2)];
    const { activityType, city } = member;
    const customActivity = activityType === 'other' ? 'Painting' : null;
    const times = { windowStartTime, windowEndTime, timezone: city.timezone };
    const setup = { activityType, customActivity, ...times, ...restOf(index, firstDate) };
    // The group is matched when the first of them checks in, and not for each of forty windows.
    await setUpWindow({ ...at(deps, begin), rebuildChains: async () => undefined }, member.actor, setup);
    restOfMember.set(member, await listRestPeriods(deps.db, member.actor.userId));
  }
  const photos = await paintSamplePhotos(deps);
  // In the east, tomorrow has begun already.
  for (let date = firstDate; date <= addDays(localDateOf(now, 'UTC'), 1); date = addDays(date, 1)) {
    await runBattles(deps, date, now);
    const active = members.filter((member) => !isRestDate(date, restOfMember.get(member) ?? []));
    await liveThroughDay(deps, active, photos, date, now);
    onDay();
  }
  await deps.background.drain();
  await MOSAIC_OF_YESTERDAY.run(deps, now);
}

type Rest = { restDays: number[]; pause: { from: string; until: string } | null };

const SUNDAY = 7;

/** Every fifth member rests on Sundays, every tenth made a pause in the first week. */
function restOf(index: number, firstDate: string): Rest {
  return {
    restDays: index % 5 === 2 ? [SUNDAY] : [],
    pause: index % 10 === 4 ? { from: addDays(firstDate, 2), until: addDays(firstDate, 4) } : null,
  };
}

const timeOf = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

/** What the weekly job does on a Monday, as far as its time has come. */
async function runBattles(deps: Deps, date: string, now: Date): Promise<void> {
  for (const time of ['00:00', '12:00']) {
    const moment = new Date(`${date}T${time}:00Z`);
    if (moment.getUTCDay() === 1 && moment <= now) await WEEKLY_BATTLE.call(at(deps, moment), {});
  }
}

/** Cities lie in groups of their own, so that they can be lived through side by side. */
async function liveThroughDay(
  deps: Deps,
  members: readonly Member[],
  photos: SamplePhotos,
  date: string,
  now: Date,
): Promise<void> {
  const done = checkInsOn(members, date).filter(({ moment }) => moment <= now);
  const byCity = new Map<string, SampleCheckIn[]>();
  for (const one of done) byCity.set(one.member.city.city, [...(byCity.get(one.member.city.city) ?? []), one]);
  await Promise.all([...byCity.values()].map((inCity) => checkInInTurn(deps, inCity, photos)));
}

async function checkInInTurn(deps: Deps, checkIns: readonly SampleCheckIn[], photos: SamplePhotos): Promise<void> {
  for (const { member, date, moment } of checkIns) {
    const photo = photos.photo(`${member.email} ${date}`);
    const then = { ...at(deps, moment), images: photos.images };
    await checkIn(then, member.actor, { photo, activityType: member.activityType });
  }
}

/** Who checks in for a date, in the order in which they do. */
function checkInsOn(members: readonly Member[], date: string): SampleCheckIn[] {
  return members
    .flatMap((member): SampleCheckIn[] => {
      const draw = seededRandom(`sample day ${member.email} ${date}`);
      if (draw() >= member.reliability) return [];
      const { startsAt } = windowSpan({ date, startTime: timeOf(member.windowHour), zone: member.city.timezone });
      const minutes = 5 + Math.floor(draw() * (MAX_MINUTE - 5));
      return [{ member, date, moment: new Date(startsAt.getTime() + minutes * MINUTE_MS) }];
    })
    .sort((one, other) => one.moment.getTime() - other.moment.getTime());
}

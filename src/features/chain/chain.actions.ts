import type { Clock } from '../../platform/clock.ts';
import { addDays, localDateOf, mondayOf } from '../../platform/days/calendar-date.ts';
import { type Span, windowSpansOn } from '../../platform/days/window-span.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Logger } from '../../platform/log.ts';
import { findOwnWindow, groupsToMatch, type ParticipantRow, participantsOf } from '../workout-window/index.ts';
import type { Participant } from './chain.rules.ts';
import { type ChainDate, chainErrors, type Matching, type MatchingRun } from './chain.schema.ts';
import {
  deleteChains,
  listChainsOf,
  listColors,
  listGroupsWithChains,
  listSettledElsewhere,
  lockGroupOn,
  replaceSquads,
  upsertChains,
} from './chain.store.ts';
import { decideRebuild } from './rebuild.rules.ts';

export type ChainDeps = { db: Db; clock: Clock; ids: Ids; log: Logger; jobs: Jobs };

/** Chains are made for today and so many days after it. */
const DAYS_AHEAD = 7;

/** Matches these groups anew for today and tomorrow, as the calendar of the time zone has them. */
export async function rebuildChains(deps: ChainDeps, groups: readonly string[], timezone: string): Promise<void> {
  const today = localDateOf(deps.clock.now(), timezone);
  for (const date of [today, addDays(today, 1)]) {
    for (const group of groups) await rebuildGroup(deps, group, date, windowSpansOn(date));
  }
}

/** Matches one group for one date, as the nightly job does. */
export async function matchGroupOn(deps: ChainDeps, group: string, date: string): Promise<void> {
  await rebuildGroup(deps, group, date, windowSpansOn(date));
}

/**
 * Matches the actor's own group for a date, today where they live if they name none. Repeating it changes nothing. Throws
 * `chain.date-out-of-range`.
 */
export async function matchOwnGroup(deps: ChainDeps, actor: Actor, asked: ChainDate): Promise<Matching> {
  const window = await findOwnWindow(deps.db, actor.userId);
  const today = localDateOf(deps.clock.now(), window?.isOpen ? window.zone : 'UTC');
  const date = requireNearDate(asked.date ?? today, today);
  if (!window?.isOpen) return { ...summaryOf(date, NOTHING), message: 'Set up a window first, to be matched.' };
  return summaryOf(date, await rebuildGroup(deps, window.group, date, windowSpansOn(date)));
}

/**
 * The nightly job: matches everybody for a date and the next one, today where none is named. A run that meets another one
 * does nothing. A group that fails is left to the next run, and says so in the answer. Throws `chain.date-out-of-range`.
 */
export async function matchEverybody(deps: ChainDeps, asked: ChainDate): Promise<MatchingRun> {
  const today = localDateOf(deps.clock.now(), 'UTC');
  const date = requireNearDate(asked.date ?? today, today);
  const tomorrow = addDays(date, 1);
  const run = await deps.jobs.runAlone('generate-chains', async () => ({
    success: true,
    message: `Everybody is matched for ${date} and ${tomorrow}.`,
    today: await matchDate(deps, date),
    tomorrow: await matchDate(deps, tomorrow),
  }));
  return (
    run ?? {
      success: true,
      message: 'Another run is under way, so this one did nothing.',
      today: summaryOf(date, NOTHING),
      tomorrow: summaryOf(tomorrow, NOTHING),
    }
  );
}

function requireNearDate(date: string, today: string): string {
  if (date < today || date > addDays(today, DAYS_AHEAD)) throw chainErrors.dateTooFar();
  return date;
}

type Counts = { chains: number; squads: number; failed: number };

const NOTHING: Counts = { chains: 0, squads: 0, failed: 0 };

async function matchDate(deps: ChainDeps, date: string): Promise<Matching> {
  const spans = windowSpansOn(date);
  const groups = new Set([...(await groupsToMatch(deps.db)), ...(await listGroupsWithChains(deps.db, date))]);
  const total = { ...NOTHING };
  for (const group of groups) {
    try {
      const { chains, squads } = await rebuildGroup(deps, group, date, spans);
      total.chains += chains;
      total.squads += squads;
    } catch (error) {
      total.failed += 1;
      deps.log.error({ err: error, date }, 'a group could not be matched');
    }
  }
  return summaryOf(date, total);
}

function summaryOf(date: string, { chains, squads, failed }: Counts): Matching {
  const message =
    failed === 0 ? `Chains are made for ${date}.` : `${failed} groups could not be matched for ${date}; run it again.`;
  return { success: failed === 0, message, date, chains, squads };
}

/** Links, colours and squads of one group on one date; rows that carry a check-in stay as they are. */
async function rebuildGroup(
  deps: ChainDeps,
  group: string,
  date: string,
  spanOf: (startTime: string, zone: string) => Span,
): Promise<Counts> {
  return deps.db.transaction().execute(async (tx) => {
    await lockGroupOn(tx, group, date);
    const members = await participantsOf(tx, group, date);
    const userIds = members.map(({ user_id }) => user_id);
    const settledElsewhere = await listSettledElsewhere(tx, group, date, userIds);
    const previous = await listChainsOf(tx, group, date);
    const monday = mondayOf(date);
    const { chains, squads, leavers } = decideRebuild({
      population: members
        .filter(({ user_id }) => !settledElsewhere.has(user_id))
        .map((row) => participantOf(row, spanOf)),
      previous,
      colorsOfWeek: await listColors(tx, userIds, monday, addDays(monday, 6)),
      seed: `${group} ${monday}`,
    });

    const now = deps.clock.now();
    const named = squads.map((squad) => ({ ...squad, id: squad.id ?? deps.ids.next() }));
    const squadOf = new Map(named.flatMap(({ id, userIds }) => userIds.map((userId) => [userId, id] as const)));
    const had = [...new Set(previous.flatMap(({ squadId }) => squadId ?? []))];
    await replaceSquads(tx, date, had, named, now);
    await deleteChains(tx, date, group, leavers);
    const rows = chains.map((row) => ({ ...row, id: deps.ids.next(), squadId: squadOf.get(row.userId) ?? null }));
    await upsertChains(tx, { date, group, now }, rows);
    const settled = previous.filter(({ hasCheckIn }) => hasCheckIn).length;
    return { chains: rows.length + settled, squads: named.length, failed: 0 };
  });
}

function participantOf(row: ParticipantRow, spanOf: (startTime: string, zone: string) => Span): Participant {
  const { user_id: userId, latitude, longitude } = row;
  return { userId, latitude, longitude, ...spanOf(row.start_time, row.timezone) };
}

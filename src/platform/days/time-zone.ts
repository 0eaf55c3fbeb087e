import moment from 'moment-timezone';

/*
 * The rules of time zones, from the IANA data that this version of Meadow brings. Node, PostgreSQL and browsers have data of their own,
 * of other releases: none of them is asked for the time of a user. The rules end in 2037; from then on the last offset stays.
 */

const SECONDS_PER_MINUTE = 60;
const MS_PER_SECOND = 1000;
const MINUTE_MS = SECONDS_PER_MINUTE * MS_PER_SECOND;
/** No zone is further from UTC. */
const MAX_OFFSET_MS = 16 * 60 * MINUTE_MS;

/** The periods of a zone, in order: each has its offset until the next one begins. The last one has no end. */
type Rules = { readonly ends: Float64Array; readonly offsets: Float64Array };

/** A period in which a zone has one offset. `from` is -Infinity before the first change, `until` Infinity after the last. */
export type OffsetPeriod = { from: number; until: number; offsetMs: number };

/** A change of the clocks: from the instant on, the zone has the offset. */
export type OffsetChange = { at: Date; offsetMinutes: number };

/** The release of the IANA data in use, such as `2026f`. Later ones sort behind. */
export const ZONE_DATA_VERSION: string = moment.tz.dataVersion;

/** All names of zones, links among them, in canonical spelling. */
export const ZONE_NAMES: readonly string[] = Object.freeze(moment.tz.names());

const nameByKey = new Map(ZONE_NAMES.map((name) => [name.toLowerCase(), name]));
const rulesByName = new Map<string, Rules>();
const UTC: Rules = { ends: Float64Array.of(Infinity), offsets: Float64Array.of(0) };

/** The canonical spelling of the name of a zone, given in any letter case; null if the data has no such zone. */
export function canonicalZone(text: string): string | null {
  return nameByKey.get(text.toLowerCase()) ?? null;
}

/**
 * Whether `text` names a zone of the IANA data, in any letter case. Offsets such as `+02:00` know no summer time and are not zones;
 * neither are the abbreviations that only some libraries know, such as `ACT`.
 */
export function isTimeZone(text: string): boolean {
  return nameByKey.has(text.toLowerCase());
}

/**
 * The rules of a stored zone. A name that the data does not have, stored by another version, is read as UTC: what reads the zones of all
 * users must not fail because of one. Check names that users and files send with `canonicalZone` before.
 */
function rulesOf(zone: string): Rules {
  const known = rulesByName.get(zone);
  if (known !== undefined) return known;
  const name = canonicalZone(zone);
  const found = name === null ? null : moment.tz.zone(name);
  if (found === null) return UTC;
  const rules = {
    // The last of them is null in the library's data, which stands for no end.
    ends: Float64Array.from(found.untils, (until) => until ?? Infinity),
    // Minutes west of Greenwich, with a fraction in the days of local mean time.
    offsets: Float64Array.from(found.offsets, (west) => -Math.round(west * SECONDS_PER_MINUTE) * MS_PER_SECOND),
  };
  rulesByName.set(zone, rules);
  return rules;
}

/** The index of the period that holds an instant. */
function indexAt({ ends }: Rules, instant: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (instant < (ends[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function periodAt(rules: Rules, index: number): OffsetPeriod {
  return {
    from: rules.ends[index - 1] ?? -Infinity,
    until: rules.ends[index] ?? Infinity,
    offsetMs: rules.offsets[index] ?? 0,
  };
}

/** The period of a zone that holds an instant, in milliseconds since 1970. */
export function offsetPeriodAt(instant: number, zone: string): OffsetPeriod {
  const rules = rulesOf(zone);
  return periodAt(rules, indexAt(rules, instant));
}

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
export function offsetMsAt(instant: Date, zone: string): number {
  const rules = rulesOf(zone);
  return rules.offsets[indexAt(rules, instant.getTime())] ?? 0;
}

/** The changes of a zone's offset later than `after` and not later than `until`. */
export function offsetChanges(zone: string, after: Date, until: Date): OffsetChange[] {
  const rules = rulesOf(zone);
  const changes: OffsetChange[] = [];
  for (let index = indexAt(rules, after.getTime()) + 1; index < rules.ends.length; index += 1) {
    const { from, offsetMs } = periodAt(rules, index);
    if (from > until.getTime()) break;
    // Some periods differ in the abbreviation alone.
    if (offsetMs !== rules.offsets[index - 1])
      changes.push({ at: new Date(from), offsetMinutes: offsetMs / MINUTE_MS });
  }
  return changes;
}

/** Where clocks skip a local time: the instant of the change, and the offset before it. */
export type LocalInstant = { instant: number; isSkipped: boolean; changeAt: number };

/**
 * The first instant at which the clocks of a zone show a local time, given as milliseconds as if it were UTC. If they skip it, `instant`
 * is later by as much as they skip, and `changeAt` is when they do.
 */
export function resolveLocal(local: number, zone: string): LocalInstant {
  const rules = rulesOf(zone);
  let index = indexAt(rules, local - MAX_OFFSET_MS);
  let period = periodAt(rules, index);
  while (local >= period.until + period.offsetMs) {
    index += 1;
    period = periodAt(rules, index);
  }
  const isSkipped = local < period.from + period.offsetMs;
  const offsetMs = isSkipped ? (rules.offsets[index - 1] ?? 0) : period.offsetMs;
  return { instant: local - offsetMs, isSkipped, changeAt: period.from };
}

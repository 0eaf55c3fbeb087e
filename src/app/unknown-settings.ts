import { namesSet, settingNames } from './config.ts';

/** A variable that looks like a setting, and the setting that was probably meant. */
export type UnknownSetting = { name: string; meant: string | null };

/** Prefixes that other programs are unlikely to use. */
const OWN_PREFIX =
  /^(AI|ASSISTANT|AUTH|CORS|DROPS|ENCOURAGEMENT|FORMER_ENCRYPTION|LAB|MAIL|MUSIC|PAYMENT|PUSH|RATE_LIMIT|SMTP|STORAGE|SUPER_ADMIN|TRUSTED_PROX|WEBHOOK|WORKOUT_WINDOW)_/;

/** Shorter names resemble variables of other programs: HOME and HOST. */
const MIN_COMPARED_LENGTH = 6;
/** Levenshtein distance up to which a name is a typo. */
const MAX_DISTANCE = 2;

/** Variables of the environment that are probably misspelled settings. */
export function listUnknownSettings(environment?: Readonly<Record<string, string | undefined>>): UnknownSetting[] {
  return findUnknownSettings(namesSet(environment), settingNames());
}

function findUnknownSettings(names: readonly string[], known: ReadonlySet<string>): UnknownSetting[] {
  return names
    .filter((name) => !known.has(name) && /^[A-Za-z][A-Za-z0-9_]*$/.test(name))
    .flatMap((name) => {
      const meant = nearestTo(name.toUpperCase(), known);
      return meant !== null || OWN_PREFIX.test(name) ? [{ name, meant }] : [];
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

export function unknownSettingText({ name, meant }: UnknownSetting): string {
  const hint = meant === null ? 'See .env.example for all settings.' : `Did you mean ${meant}?`;
  return `${name} is not a setting of Meadow. ${hint}`;
}

function nearestTo(name: string, known: ReadonlySet<string>): string | null {
  if (known.has(name)) return name;
  if (name.length < MIN_COMPARED_LENGTH) return null;
  let nearest: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    if (candidate.length < MIN_COMPARED_LENGTH) continue;
    const isExtended = isExtension(name, candidate);
    // Names are at least as distant as their lengths, and every start compares thousands.
    if (!isExtended && Math.abs(name.length - candidate.length) > MAX_DISTANCE) continue;
    const distance = isExtended ? MAX_DISTANCE : distanceBetween(name, candidate);
    const maxDistance = isExtended || Math.min(name.length, candidate.length) >= 10 ? MAX_DISTANCE : 1;
    if (distance <= maxDistance && distance < (nearest?.distance ?? Infinity)) {
      nearest = { name: candidate, distance };
    }
  }
  return nearest?.name ?? null;
}

/** Whether one name is the other with an additional word at its end. */
function isExtension(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.includes('_') && long.startsWith(`${short}_`);
}

/** The Levenshtein distance. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

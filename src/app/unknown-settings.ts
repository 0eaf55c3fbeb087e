import { namesSet, settingNames } from './config.ts';

/** A variable that is no setting of ours and looks like one, and the setting that was probably meant. */
export type UnknownSetting = { name: string; meant: string | null };

/** What no other program is likely to begin the names of its variables with. */
const OWN_PREFIX =
  /^(AI|ASSISTANT|AUTH|CORS|DROPS|ENCOURAGEMENT|FORMER_ENCRYPTION|LAB|MAIL|MUSIC|PAYMENT|PUSH|RATE_LIMIT|SMTP|STORAGE|SUPER_ADMIN|TRUSTED_PROX|WORKOUT_WINDOW)_/;

/** Shorter names have too many neighbours that mean something else: HOME and HOST. */
const MIN_COMPARED_LENGTH = 6;
/** Letters that may differ, be missing or be too many. */
const MAX_DISTANCE = 2;

/** What is set in the environment and is no setting, but looks like one. */
export function listUnknownSettings(environment?: Readonly<Record<string, string | undefined>>): UnknownSetting[] {
  return findUnknownSettings(namesSet(environment), settingNames());
}

/** The names among these that are probably mistyped. Those of the many other programs are left out. */
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
  const hint = meant === null ? 'See .env.example for what there is.' : `Did you mean ${meant}?`;
  return `${name} is not a setting of Meadow. ${hint}`;
}

function nearestTo(name: string, known: ReadonlySet<string>): string | null {
  if (known.has(name)) return name;
  if (name.length < MIN_COMPARED_LENGTH) return null;
  let nearest: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    if (candidate.length < MIN_COMPARED_LENGTH) continue;
    const distance = isExtension(name, candidate) ? MAX_DISTANCE : distanceBetween(name, candidate);
    const most = Math.min(name.length, candidate.length) < 10 ? 1 : MAX_DISTANCE;
    if (
      distance <= (isExtension(name, candidate) ? MAX_DISTANCE : most) &&
      distance < (nearest?.distance ?? Infinity)
    ) {
      nearest = { name: candidate, distance };
    }
  }
  return nearest?.name ?? null;
}

/** Whether one is the other with a word more at its end. */
function isExtension(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.includes('_') && long.startsWith(`${short}_`);
}

/** Of Levenshtein: how many letters have to be put in, left out or changed. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, otherLetter] of [...other].entries()) {
      const changed = (row[place] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

import { check } from 'recheck';

/**
 * Counts of steps end each part of the check, and no time: recheck calls a pattern vulnerable as well when a part of it exceeds
 * its time, as one does on a busy machine. The limit of steps is a thousand for each character of the longest text, which a
 * linear pattern with bounded repetitions stays below, and one of the second degree does not.
 */
const BY_STEPS = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  maxAttackStringSize: 20_000,
  attackLimit: 20_000_000,
};

/** How the time of a pattern grows with the text, and a text that shows it; null if it is linear. */
export async function findGrowth(text: string): Promise<string | null> {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  const result = await check(source, flags, BY_STEPS);
  if (result.status === 'safe') return null;
  return result.status === 'unknown'
    ? `unknown: ${result.error.kind}`
    : `${result.complexity.summary}: ${result.attack.pattern.slice(0, 200)}`;
}

import { check } from 'recheck';

/**
 * How the time of a pattern grows with the text, and a text that shows it; null if it is linear. The check has no limit of
 * time, which a busy machine exceeds: that of the test ends one that hangs.
 */
export async function findGrowth(text: string): Promise<string | null> {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  const result = await check(source, flags, { timeout: null });
  if (result.status === 'safe') return null;
  return result.status === 'unknown'
    ? `unknown: ${result.error.kind}`
    : `${result.complexity.summary}: ${result.attack.pattern.slice(0, 200)}`;
}

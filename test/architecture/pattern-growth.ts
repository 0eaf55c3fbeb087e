import { check } from 'recheck';

const TIMEOUT_MS = 60_000;

/** How the time of a pattern grows with the text, and a text that shows it; null if it is linear. */
export async function findGrowth(text: string): Promise<string | null> {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(text) ?? [];
  const result = await check(source, flags, { timeout: TIMEOUT_MS });
  if (result.status === 'safe') return null;
  return result.status === 'unknown'
    ? `unknown: ${result.error.kind}`
    : `${result.complexity.summary}: ${result.attack.pattern.slice(0, 200)}`;
}

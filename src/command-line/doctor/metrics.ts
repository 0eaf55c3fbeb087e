import type { Config } from '#app/config.ts';
import { isLoopbackName } from '#platform/network/url.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MS = 5_000;

/** Asks for the metrics as a stranger does. Null if they need a token, or if PUBLIC_URL is of this machine. */
export async function checkMetrics(
  config: Pick<Config, 'http' | 'metricsToken'>,
  get: typeof fetch = fetch,
): Promise<Finding | null> {
  const { publicUrl } = config.http;
  if (config.metricsToken !== null || isLoopbackName(new URL(publicUrl).hostname)) return null;
  const about = 'Metrics';
  const url = new URL('/metrics', publicUrl).href;
  try {
    const response = await get(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const isPublic = response.status === 200 && (await response.text()).includes('http_request_duration_seconds');
    if (!isPublic) return { state: 'ok', about, found: `closed at ${url} (${response.status})` };
    const advice = 'Set METRICS_TOKEN, and let the proxy send X-Forwarded-For.';
    return { state: 'fail', about, found: `anyone can read them at ${url}`, advice };
  } catch {
    return { state: 'ok', about, found: `not checked, because ${url} does not respond here` };
  }
}

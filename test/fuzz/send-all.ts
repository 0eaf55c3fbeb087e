import fc from 'fast-check';
import type { TestApp } from '../start-test-app.ts';
import { createReport, type Report } from './report.ts';
import type { GeneratedRequest } from './requests.ts';
import { problemsOf, type RawResponse } from './response-problems.ts';

const BATCH = 200;
const AT_ONCE = 8;
const MAX_PROBLEMS = 20;

export type Run = {
  app: TestApp;
  /** Generates batches lazily, so that later requests use records that earlier ones created. */
  batches(report: Report): Iterable<GeneratedRequest[]> | AsyncIterable<GeneratedRequest[]>;
  routes: readonly string[];
  /** Receives each response, so that later requests can use the created record. */
  onResponse(request: GeneratedRequest, response: RawResponse): void;
};

/** Generates a number of requests. Equal seeds and equal responses give equal requests. */
export function* sampled(
  requests: fc.Arbitrary<GeneratedRequest>,
  count: number,
  seed: number,
): Generator<GeneratedRequest[]> {
  for (let made = 0; made < count; made += BATCH) {
    yield fc.sample(requests, { seed: seed + made, numRuns: Math.min(BATCH, count - made) });
  }
}

/** Sends generated requests, a few concurrently. Returns the problems of the responses. */
export async function sendAll(run: Run): Promise<{ problems: string[]; report: Report }> {
  const report = createReport(run.routes);
  const problems: string[] = [];
  for await (const batch of run.batches(report)) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendFrom(batch, run, report, problems)));
    if (problems.length >= MAX_PROBLEMS) break;
  }
  return { problems, report };
}

async function sendFrom(batch: GeneratedRequest[], run: Run, report: Report, problems: string[]): Promise<void> {
  for (let request = batch.shift(); request !== undefined; request = batch.shift()) {
    const startedAt = performance.now();
    const response = await run.app.server.inject({
      method: request.method as 'GET',
      url: request.url,
      headers: request.headers,
      ...(request.body !== undefined && { payload: request.body }),
    });
    report.count(request, response.statusCode, performance.now() - startedAt);
    run.onResponse(request, response);
    for (const problem of problemsOf(request, response)) problems.push(`${problem} ${describe(request, response)}`);
  }
}

function describe(
  { method, url, headers, body, mode }: GeneratedRequest,
  { statusCode, body: text }: RawResponse,
): string {
  const { authorization, ...others } = headers;
  const bearer = authorization === undefined ? 'anonymous' : 'a user';
  const sent = `${method} ${url.slice(0, 500)} as ${bearer} ${JSON.stringify(others)} ${String(body ?? '').slice(0, 500)}`;
  return `[${mode}] ${sent} -> ${statusCode} ${text.slice(0, 300)}`;
}

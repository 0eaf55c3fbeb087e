import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CircuitBreaker, createCircuitBreaker, PausedError } from './circuit-breaker.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const OUTAGE = new Error('out of order');
const REFUSAL = new Error('refused');

const breakerOf = () =>
  createCircuitBreaker({ isOutage: (error) => error === OUTAGE, failuresBeforePause: 3, pauseMs: 1_000 });
const failed = (breaker: CircuitBreaker, error = OUTAGE) =>
  breaker.attempt(() => Promise.reject(error)).catch((thrown: unknown) => thrown);
const broken = async () => {
  const breaker = breakerOf();
  for (let count = 0; count < 3; count += 1) expect(await failed(breaker)).toBe(OUTAGE);
  return breaker;
};
const CLOSED = { state: 'closed', outageMs: null };

describe('A circuit breaker', () => {
  test('gives what the work gives, and throws what it throws', async () => {
    const breaker = breakerOf();
    expect(await breaker.attempt(async () => 'answer')).toBe('answer');
    expect(await failed(breaker)).toBe(OUTAGE);
    expect(breaker.standing()).toEqual(CLOSED);
  });

  test('pauses after so many outages in a row, and says for how long', async () => {
    const breaker = await broken();
    vi.advanceTimersByTime(400);
    const work = vi.fn(async () => 'answer');
    const refusal = await breaker.attempt(work).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(PausedError);
    expect(refusal).toMatchObject({ leftMs: 600 });
    expect(work).not.toHaveBeenCalled();
    expect(breaker.standing()).toEqual({ state: 'open', outageMs: 400 });
  });

  test('counts neither other failures nor outages with a success between them', async () => {
    const breaker = breakerOf();
    for (let count = 0; count < 9; count += 1) expect(await failed(breaker, REFUSAL)).toBe(REFUSAL);
    for (let count = 0; count < 3; count += 1) {
      await failed(breaker);
      await failed(breaker);
      await breaker.attempt(async () => 'answer');
    }
    expect(breaker.standing()).toEqual(CLOSED);
  });

  test('lets a single call try once the pause is over, while others fail at once', async () => {
    const breaker = await broken();
    vi.advanceTimersByTime(1_000);
    expect(breaker.standing()).toEqual({ state: 'half-open', outageMs: 1_000 });
    let respond: (text: string) => void = () => undefined;
    const trying = breaker.attempt(
      () =>
        new Promise<string>((resolve) => {
          respond = resolve;
        }),
    );
    expect(await failed(breaker)).toMatchObject({ name: 'PausedError', leftMs: 0 });
    expect(breaker.standing().state).toBe('half-open');
    respond('back');
    expect(await trying).toBe('back');
    expect(breaker.standing()).toEqual(CLOSED);
  });

  test('pauses again where that call fails, in the same outage', async () => {
    const breaker = await broken();
    vi.advanceTimersByTime(1_500);
    expect(await failed(breaker)).toBe(OUTAGE);
    vi.advanceTimersByTime(300);
    expect(await failed(breaker)).toMatchObject({ leftMs: 700 });
    expect(breaker.standing()).toEqual({ state: 'open', outageMs: 1_800 });
  });

  test('goes on where that call fails for another reason', async () => {
    const breaker = await broken();
    vi.advanceTimersByTime(1_000);
    expect(await failed(breaker, REFUSAL)).toBe(REFUSAL);
    expect(breaker.standing()).toEqual(CLOSED);
  });
});

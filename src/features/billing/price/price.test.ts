import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPayment } from '#providers/payment/payment.factory.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { createPriceCache } from './price.actions.ts';

const app = await startTestApp();
const { call, clock, deps, payment, person } = app;
const { payment: usual } = deps;
const withoutProvider = await startTestApp({
  environment: { PAYMENT_API_KEY: '', PAYMENT_SIGNING_SECRET: '', PAYMENT_PRICE_IDS: 'price_1' },
});
const withoutPrices = await startTestApp({ environment: { PAYMENT_PRICE_IDS: '' } });
const withUnknownPrice = await startTestApp({
  environment: { PAYMENT_PRICE_IDS: 'price_sandbox_monthly,price_unknown' },
});

const LIST = '/api/payment/prices';
const MONTHLY = {
  id: 'price_sandbox_monthly',
  product_name: 'Meadow Premium, monthly',
  amount: 500,
  currency: 'eur',
  interval: 'month',
  interval_count: 1,
};
const YEARLY = {
  ...MONTHLY,
  id: 'price_sandbox_yearly',
  product_name: 'Meadow Premium, yearly',
  amount: 5_000,
  interval: 'year',
};

const calls = () => payment.requests.filter(({ path }) => path.startsWith('/v1/prices/')).length;

beforeEach(() => {
  deps.priceCache = createPriceCache(clock);
});
afterEach(() => {
  payment.behave({ mode: 'normal' });
  deps.payment = usual;
});

describe('GET /api/payment/prices', () => {
  test('returns the configured prices in their order', async () => {
    const { status, body } = await call(await person(), 'GET', LIST);
    expect({ status, body }).toEqual({ status: 200, body: { prices: [MONTHLY, YEARLY] } });
  });

  test('returns prices without amount, interval and product name', async () => {
    const product = { id: 'prod_1', object: 'product', deleted: true };
    const value = { id: 'price_1', currency: 'usd', unit_amount: null, recurring: null, product };
    payment.behave({ mode: 'answer-with', value });
    const { status, body } = await call(await person(), 'GET', LIST);
    const price = { id: 'price_1', product_name: null, amount: null, currency: 'usd' };
    const expected = { ...price, interval: null, interval_count: null };
    expect({ status, body }).toEqual({ status: 200, body: { prices: [expected, expected] } });
  });

  test('calls the provider once for concurrent requests, and again after ten minutes', async () => {
    const tenMinutes = 10 * 60_000;
    clock.set(new Date(Math.ceil(clock.now().getTime() / tenMinutes) * tenMinutes));
    const [ada, before] = [await person(), calls()];
    payment.behave({ mode: 'slow', delayMs: 200 });
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(ada, 'GET', LIST)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(calls() - before).toBe(2);
    payment.behave({ mode: 'normal' });
    clock.advance(tenMinutes - 1);
    await call(await person(), 'GET', LIST);
    expect(calls() - before).toBe(2);
    clock.advance(2);
    expect((await call(await person(), 'GET', LIST)).body).toEqual({ prices: [MONTHLY, YEARLY] });
    expect(calls() - before).toBe(4);
  });

  test('serves cached prices while the provider fails', async () => {
    expect((await call(await person(), 'GET', LIST)).status).toBe(200);
    payment.behave({ mode: 'refuse-with', status: 500 });
    expect((await call(await person(), 'GET', LIST)).body).toEqual({ prices: [MONTHLY, YEARLY] });
  });

  test.each([
    [{ mode: 'refuse-with', status: 401 }, 502, 'payment.refused'],
    [{ mode: 'refuse-with', status: 500 }, 502, 'payment.unavailable'],
    [{ mode: 'decline' }, 502, 'payment.declined'],
    [{ mode: 'reset' }, 502, 'payment.unavailable'],
    [{ mode: 'garbage' }, 502, 'payment.bad-response'],
    [{ mode: 'answer-with', value: { id: 'price_1' } }, 502, 'payment.bad-response'],
    [{ mode: 'hang' }, 503, 'payment.timeout'],
  ] as const)('returns the failure of a provider with %j, and caches none', async (behaviour, status, code) => {
    const ada = await person();
    deps.payment = await createPayment({ ...deps.config.payment, timeoutMs: status === 503 ? 300 : 2_600 });
    payment.behave(behaviour);
    const response = await call(ada, 'GET', LIST);
    expect([response.status, response.body.code]).toEqual([status, code]);
    payment.behave({ mode: 'normal' });
    deps.payment = usual;
    expect((await call(ada, 'GET', LIST)).status).toBe(200);
  });

  test('returns 502 for a configured price that the provider does not have', async () => {
    const response = await withUnknownPrice.call(await withUnknownPrice.person(), 'GET', LIST);
    expect([response.status, response.body.code]).toEqual([502, 'payment.refused']);
  });

  test('returns an empty list without a provider, and without prices', async () => {
    for (const other of [withoutProvider, withoutPrices]) {
      const { status, body } = await other.call(await other.person(), 'GET', LIST);
      expect({ status, body }).toEqual({ status: 200, body: { prices: [] } });
      expect(other.payment.requests).toEqual([]);
    }
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', LIST)).status).toBe(401);
  });
});

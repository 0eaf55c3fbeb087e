import { expect, test } from 'vitest';
import { isAllowedReturnUrl } from './checkout.rules.ts';

const ORIGINS = ['https://meadow.example', 'http://localhost:5173'];

test.each([
  ['https://meadow.example', true],
  ['https://meadow.example/', true],
  ['https://meadow.example/paid?session={CHECKOUT_SESSION_ID}#done', true],
  ['https://MEADOW.example:443/paid', true],
  ['http://localhost:5173/paid', true],
  ['http://meadow.example/', false],
  ['https://meadow.example:8443/', false],
  ['http://localhost:5174/paid', false],
  ['http://localhost/paid', false],
  ['https://evil.example/', false],
  ['https://meadow.example.evil.example/', false],
  ['https://evilmeadow.example/', false],
  ['https://meadow.example@evil.example/', false],
  ['https://meadow.example:443@evil.example/', false],
  ['https://ada@meadow.example/', false],
  ['https://evil.example\\@meadow.example/', false],
  ['https://meadow.example\\@evil.example/', false],
  ['https://evil.example#https://meadow.example/', false],
  ['https://evil.example/?https://meadow.example/', false],
  ['https:/meadow.example/', false],
  ['https:meadow.example/', false],
  ['//meadow.example/', false],
  ['/paid', false],
  ['', false],
  ['https://', false],
  ['null', false],
  ['javascript:alert(1)//https://meadow.example/', false],
  ['data:text/html,https://meadow.example/', false],
  ['blob:https://meadow.example/1', false],
  ['https://meadow.example/\n', false],
  ['https://meadow.\texample/', false],
  [' https://meadow.example/', false],
  ['https://xn--madow-gva.example/', false],
])('isAllowedReturnUrl of %j is %s', (address, expected) => {
  expect(isAllowedReturnUrl(address, ORIGINS)).toBe(expected);
});

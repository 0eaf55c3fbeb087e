import { describe, expect, test } from 'vitest';
import { checkSale } from './purchase.rules.ts';
import { accessTo, canActivate, type PackFacts } from './tone-pack.rules.ts';

const STRANGERS: PackFacts = {
  isOwner: false,
  isShared: false,
  isPurchased: false,
  isPublic: false,
  isUnlisted: false,
  isWithdrawn: false,
  priceDrops: 0,
};

type Case = { who: string; facts: Partial<PackFacts>; access: string | null; sale: string | null };

const SOLD = null;
const ABSENT = 'tone-pack.not-found';
const BOUGHT = 'tone-pack.already-purchased';
const NOT_FOR_SALE = 'tone-pack.not-for-sale';
const OWN = 'tone-pack.own-pack';
const [price, publicly] = [{ priceDrops: 7 }, { isPublic: true }];

const CASES: Case[] = [
  { who: 'a stranger, of a private pack', facts: {}, access: null, sale: ABSENT },
  { who: 'a stranger, of a private pack with a price', facts: price, access: null, sale: ABSENT },
  { who: 'a stranger, of a public gift', facts: publicly, access: 'free', sale: SOLD },
  {
    who: 'a stranger, of a public pack with a price',
    facts: { ...publicly, ...price },
    access: 'for_sale',
    sale: SOLD,
  },
  {
    who: 'a stranger, of an unlisted pack',
    facts: { ...publicly, ...price, isUnlisted: true },
    access: null,
    sale: ABSENT,
  },
  {
    who: 'a stranger, of a public pack of a deactivated person',
    facts: { ...publicly, ...price, isWithdrawn: true },
    access: null,
    sale: ABSENT,
  },
  {
    who: 'who got a pack of a deactivated person',
    facts: { isShared: true, ...publicly, ...price, isWithdrawn: true },
    access: null,
    sale: ABSENT,
  },
  {
    who: 'a buyer, of a pack of a deactivated person',
    facts: { isPurchased: true, ...publicly, ...price, isWithdrawn: true },
    access: 'purchased',
    sale: BOUGHT,
  },
  { who: 'the owner of a private pack', facts: { isOwner: true }, access: 'own', sale: OWN },
  { who: 'the owner of a public pack', facts: { isOwner: true, ...publicly, ...price }, access: 'own', sale: OWN },
  { who: 'the owner of an unlisted pack', facts: { isOwner: true, isUnlisted: true }, access: null, sale: ABSENT },
  { who: 'who got a private pack', facts: { isShared: true, ...price }, access: 'shared', sale: NOT_FOR_SALE },
  { who: 'who got a gift', facts: { isShared: true, ...publicly }, access: 'shared', sale: SOLD },
  {
    who: 'who got a public pack with a price',
    facts: { isShared: true, ...publicly, ...price },
    access: 'shared',
    sale: SOLD,
  },
  {
    who: 'who got an unlisted pack',
    facts: { isShared: true, isUnlisted: true, ...publicly },
    access: null,
    sale: ABSENT,
  },
  {
    who: 'a buyer, of a public pack',
    facts: { isPurchased: true, ...publicly, ...price },
    access: 'purchased',
    sale: BOUGHT,
  },
  {
    who: 'a buyer, of a pack that is a gift now',
    facts: { isPurchased: true, ...publicly },
    access: 'purchased',
    sale: BOUGHT,
  },
  {
    who: 'a buyer, of a pack that is private now',
    facts: { isPurchased: true, ...price },
    access: 'purchased',
    sale: BOUGHT,
  },
  {
    who: 'a buyer, of an unlisted pack',
    facts: { isPurchased: true, isUnlisted: true },
    access: 'purchased',
    sale: BOUGHT,
  },
  { who: 'a buyer who got it, too', facts: { isPurchased: true, isShared: true }, access: 'shared', sale: BOUGHT },
  {
    who: 'a buyer who got it, too, of an unlisted pack',
    facts: { isPurchased: true, isShared: true, isUnlisted: true },
    access: 'purchased',
    sale: BOUGHT,
  },
];

describe('what a pack is', () => {
  test.each(CASES)('to $who: access $access', ({ facts, access, sale }) => {
    expect(accessTo({ ...STRANGERS, ...facts })).toBe(access);
    expect(checkSale({ ...STRANGERS, ...facts }, undefined)?.code ?? null).toBe(sale);
  });
});

describe('the price that a buyer expects', () => {
  const facts = { ...STRANGERS, isPublic: true, priceDrops: 7 };
  test.each([
    { expected: undefined, refusal: null },
    { expected: 7, refusal: null },
    { expected: 6, refusal: 'tone-pack.price-changed' },
    { expected: 8, refusal: 'tone-pack.price-changed' },
    { expected: 0, refusal: 'tone-pack.price-changed' },
  ])('$expected of 7: $refusal', ({ expected, refusal }) => {
    expect(checkSale(facts, expected)?.code ?? null).toBe(refusal);
  });

  test.each([
    { expected: undefined, refusal: null },
    { expected: 0, refusal: null },
    { expected: 7, refusal: 'tone-pack.price-changed' },
  ])('$expected of a pack that has become a gift: $refusal', ({ expected, refusal }) => {
    expect(checkSale({ ...facts, priceDrops: 0 }, expected)?.code ?? null).toBe(refusal);
  });
});

test.each([
  ['own', true],
  ['shared', true],
  ['purchased', true],
  ['free', true],
  ['for_sale', false],
] as const)('whoever has a pack as %s may use it: %s', (access, may) => {
  expect(canActivate(access)).toBe(may);
});

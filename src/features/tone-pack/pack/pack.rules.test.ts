import { describe, expect, test } from 'vitest';
import { checkSale } from '../purchase/purchase.rules.ts';
import { accessTo, canActivate, type PackFacts } from './pack.rules.ts';

const NO_FACTS: PackFacts = {
  isOwner: false,
  isShared: false,
  isPurchased: false,
  isPublic: false,
  isUnlisted: false,
  isWithdrawn: false,
  priceDrops: 0,
};

/** The code of the error that `checkSale` throws, or null. */
function saleErrorOf(facts: PackFacts, expectedPrice?: number): string | null {
  try {
    checkSale(facts, expectedPrice);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

type Case = { who: string; facts: Partial<PackFacts>; access: string | null; sale: string | null };

const SOLD = null;
const ABSENT = 'tone-pack.not-found';
const BOUGHT = 'tone-pack.already-purchased';
const NOT_FOR_SALE = 'tone-pack.not-for-sale';
const OWN = 'tone-pack.own-pack';
const [price, publicly] = [{ priceDrops: 7 }, { isPublic: true }];

const CASES: Case[] = [
  { who: 'another user, of a private pack', facts: {}, access: null, sale: ABSENT },
  { who: 'another user, of a private pack with a price', facts: price, access: null, sale: ABSENT },
  { who: 'another user, of a free public pack', facts: publicly, access: 'free', sale: SOLD },
  {
    who: 'another user, of a public pack with a price',
    facts: { ...publicly, ...price },
    access: 'for_sale',
    sale: SOLD,
  },
  {
    who: 'another user, of an unlisted pack',
    facts: { ...publicly, ...price, isUnlisted: true },
    access: null,
    sale: ABSENT,
  },
  {
    who: 'another user, of a public pack of an inactive owner',
    facts: { ...publicly, ...price, isWithdrawn: true },
    access: null,
    sale: ABSENT,
  },
  {
    who: 'a recipient, of a pack of an inactive owner',
    facts: { isShared: true, ...publicly, ...price, isWithdrawn: true },
    access: null,
    sale: ABSENT,
  },
  {
    who: 'a buyer, of a pack of an inactive owner',
    facts: { isPurchased: true, ...publicly, ...price, isWithdrawn: true },
    access: 'purchased',
    sale: BOUGHT,
  },
  { who: 'the owner of a private pack', facts: { isOwner: true }, access: 'own', sale: OWN },
  { who: 'the owner of a public pack', facts: { isOwner: true, ...publicly, ...price }, access: 'own', sale: OWN },
  { who: 'the owner of an unlisted pack', facts: { isOwner: true, isUnlisted: true }, access: null, sale: ABSENT },
  { who: 'a recipient, of a private pack', facts: { isShared: true, ...price }, access: 'shared', sale: NOT_FOR_SALE },
  { who: 'a recipient, of a free public pack', facts: { isShared: true, ...publicly }, access: 'shared', sale: SOLD },
  {
    who: 'a recipient, of a public pack with a price',
    facts: { isShared: true, ...publicly, ...price },
    access: 'shared',
    sale: SOLD,
  },
  {
    who: 'a recipient, of an unlisted pack',
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
    who: 'a buyer, of a pack that is free now',
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
  {
    who: 'a buyer who is also a recipient',
    facts: { isPurchased: true, isShared: true },
    access: 'shared',
    sale: BOUGHT,
  },
  {
    who: 'a buyer who is also a recipient, of an unlisted pack',
    facts: { isPurchased: true, isShared: true, isUnlisted: true },
    access: 'purchased',
    sale: BOUGHT,
  },
];

describe('accessTo and checkSale', () => {
  test.each(CASES)('for $who: access $access', ({ facts, access, sale }) => {
    expect(accessTo({ ...NO_FACTS, ...facts })).toBe(access);
    expect(saleErrorOf({ ...NO_FACTS, ...facts })).toBe(sale);
  });
});

describe('the expected price', () => {
  const facts = { ...NO_FACTS, isPublic: true, priceDrops: 7 };
  test.each([
    { expected: undefined, refusal: null },
    { expected: 7, refusal: null },
    { expected: 6, refusal: 'tone-pack.price-changed' },
    { expected: 8, refusal: 'tone-pack.price-changed' },
    { expected: 0, refusal: 'tone-pack.price-changed' },
  ])('$expected of 7: $refusal', ({ expected, refusal }) => {
    expect(saleErrorOf(facts, expected)).toBe(refusal);
  });

  test.each([
    { expected: undefined, refusal: null },
    { expected: 0, refusal: null },
    { expected: 7, refusal: 'tone-pack.price-changed' },
  ])('$expected of a pack that has become free: $refusal', ({ expected, refusal }) => {
    expect(saleErrorOf({ ...facts, priceDrops: 0 }, expected)).toBe(refusal);
  });
});

test.each([
  ['own', true],
  ['shared', true],
  ['purchased', true],
  ['free', true],
  ['for_sale', false],
] as const)('canActivate of %s is %s', (access, may) => {
  expect(canActivate(access)).toBe(may);
});

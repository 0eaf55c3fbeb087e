import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlockedPairs, indexPairs } from '../blocked-pairs.rules.ts';
import type { Links } from '../chain.rules.ts';
import {
  aftersOf,
  beforesOf,
  blockRelations,
  distance,
  matchPlainly,
  pairsAmong,
  participant,
  populations,
} from '../test-population.ts';
import { linkUsers, type Participant } from './links.rules.ts';

const SIX = 6 * 60;
const EIGHT = 8 * 60;
const TEN = 10 * 60;

const BERLIN: [number, number] = [52.52, 13.4];
const POTSDAM: [number, number] = [52.4, 13.07];
const HAMBURG: [number, number] = [53.55, 10];

/** Links as 'before < user > after', in the order of the windows. */
const read = (people: Participant[], kept?: Map<string, Links>, blocked?: BlockedPairs): string[] =>
  linkUsers(people, kept, blocked).map(
    ({ userId, beforeUserId, afterUserId }) => `${beforeUserId ?? '-'} < ${userId} > ${afterUserId ?? '-'}`,
  );

describe('links', () => {
  test.each<[string, Participant[], string[]]>([
    ['without users', [], []],
    ['of one', [participant('a', SIX)], ['- < a > -']],
    [
      'hands over as one window ends and the next starts',
      [participant('b', EIGHT), participant('a', SIX)],
      ['- < a > b', 'a < b > -'],
    ],
    ['hands over after a break', [participant('a', SIX), participant('b', TEN + 37)], ['- < a > b', 'a < b > -']],
    [
      'never links windows that overlap, were it by a minute',
      [participant('a', SIX), participant('b', EIGHT - 1)],
      ['- < a > -', '- < b > -'],
    ],
    ['never links equal windows', [participant('a', SIX), participant('b', SIX)], ['- < a > -', '- < b > -']],
    ['goes on over midnight', [participant('a', 22 * 60), participant('b', 24 * 60)], ['- < a > b', 'a < b > -']],
    [
      'takes the closest in time, however far away',
      [
        participant('a', SIX, BERLIN),
        participant('b', EIGHT, HAMBURG),
        participant('c', EIGHT + 1, BERLIN),
        participant('d', TEN + 1, BERLIN),
      ],
      ['- < a > b', 'a < b > d', 'a < c > d', 'c < d > -'],
    ],
    [
      'takes the nearest of those who are equally close in time',
      [participant('a', SIX, BERLIN), participant('b', EIGHT, HAMBURG), participant('c', EIGHT, POTSDAM)],
      ['- < a > c', 'a < b > -', 'a < c > -'],
    ],
    [
      'takes the lowest id of those who are equally near',
      [participant('a', SIX, BERLIN), participant('c', EIGHT, POTSDAM), participant('b', EIGHT, POTSDAM)],
      ['- < a > b', 'a < b > -', 'a < c > -'],
    ],
    [
      'finds as far to the east what is as far to the west',
      [
        participant('a', SIX, [52.52, 13.4]),
        participant('c', EIGHT, [52.52, 13.39]),
        participant('b', EIGHT, [52.52, 13.41]),
      ],
      ['- < a > b', 'a < b > -', 'a < c > -'],
    ],
    [
      'finds near what lies over the date line',
      [
        participant('a', SIX, [-17, 179.95]),
        participant('b', EIGHT, [-17, 179.8]),
        participant('c', EIGHT, [-17, -179.98]),
      ],
      ['- < a > c', 'a < b > -', 'a < c > -'],
    ],
    [
      'takes users at unknown coordinates last',
      [participant('a', SIX, BERLIN), participant('b', EIGHT), participant('c', EIGHT, HAMBURG)],
      ['- < a > c', 'a < b > -', 'a < c > -'],
    ],
    [
      'takes the lowest id from unknown coordinates',
      [participant('a', SIX), participant('c', EIGHT, HAMBURG), participant('b', EIGHT)],
      ['- < a > b', 'a < b > -', 'a < c > -'],
    ],
    [
      'gives each of two users a link, though one is nearer to both',
      [
        participant('a', SIX, BERLIN),
        participant('b', SIX, BERLIN),
        participant('c', EIGHT, HAMBURG),
        participant('d', EIGHT, BERLIN),
      ],
      ['- < a > d', '- < b > c', 'b < c > -', 'a < d > -'],
    ],
    [
      'lets the fewer choose: of two before one, the nearer is the one before',
      [participant('a', SIX, HAMBURG), participant('b', SIX, BERLIN), participant('c', EIGHT, POTSDAM)],
      ['- < a > c', '- < b > c', 'b < c > -'],
    ],
    [
      'spreads earlier users over later ones without a link',
      [
        participant('a', SIX - 30, BERLIN),
        participant('b', SIX, BERLIN),
        participant('c', EIGHT, BERLIN),
        participant('d', EIGHT, HAMBURG),
      ],
      ['- < a > d', '- < b > c', 'b < c > -', 'b < d > -'],
    ],
  ])('%s', (_what, people, expected) => {
    expect(read(people)).toEqual(expected);
    expect(read(people.toReversed())).toEqual(expected);
  });

  test('of forty before ten and ten before forty are spread evenly', () => {
    const people = (['a', 'b'] as const).flatMap((name, index) =>
      Array.from({ length: index === 0 ? 40 : 10 }, (_, number) =>
        participant(`${name}${String(number).padStart(2, '0')}`, SIX + index * 120, [50 + number / 100, 13]),
      ),
    );
    expect(new Set(loadsOf(linkUsers(people), 'afterUserId').values())).toEqual(new Set([4]));
    const turned = people.map((person) => ({
      ...person,
      startsAt: new Date(-person.endsAt.getTime()),
      endsAt: new Date(-person.startsAt.getTime()),
    }));
    expect(new Set(loadsOf(linkUsers(turned), 'beforeUserId').values())).toEqual(new Set([4]));
  });
});

/** How often each is chosen by others. */
function loadsOf(links: ReturnType<typeof linkUsers>, side: keyof Links): Map<string, number> {
  const loads = new Map<string, number>();
  for (const { [side]: userId } of links) if (userId !== null) loads.set(userId, (loads.get(userId) ?? 0) + 1);
  return loads;
}

const noneKept = new Map<string, Links>();
const asMap = (links: ReturnType<typeof linkUsers>) =>
  new Map(links.map(({ userId, beforeUserId, afterUserId }) => [userId, { beforeUserId, afterUserId }]));

describe('any population', () => {
  test('is linked like in the reference implementation', () => {
    fc.assert(
      fc.property(populations(60), (people) => {
        expect(asMap(linkUsers(people))).toEqual(matchPlainly(people, noneKept));
      }),
      { numRuns: 100 },
    );
  });

  test('is linked independently of the input order', () => {
    const shuffled = populations(60).chain((people) =>
      fc.tuple(fc.constant(people), fc.shuffledSubarray(people, { minLength: people.length })),
    );
    fc.assert(
      fc.property(shuffled, ([people, others]) => {
        expect(linkUsers(others)).toEqual(linkUsers(people));
      }),
    );
  });

  test('has a link closest in time for each user, or none if there is none', () => {
    fc.assert(
      fc.property(populations(40), (people) => {
        const links = asMap(linkUsers(people));
        for (const person of people) {
          const { beforeUserId, afterUserId } = links.get(person.userId) ?? { beforeUserId: '', afterUserId: '' };
          const [befores, afters] = [beforesOf(person, people), aftersOf(person, people)];
          const idsOf = (candidates: Participant[]) => candidates.map(({ userId }) => userId);
          expect(befores.length === 0 ? [null] : idsOf(befores)).toContain(beforeUserId);
          expect(afters.length === 0 ? [null] : idsOf(afters)).toContain(afterUserId);
        }
      }),
    );
  });

  test('chooses users equally close in time equally often, within one', () => {
    fc.assert(
      fc.property(populations(60), (people) => {
        const links = linkUsers(people);
        const [asAfter, asBefore] = [loadsOf(links, 'afterUserId'), loadsOf(links, 'beforeUserId')];
        for (const person of people) {
          for (const [candidates, loads] of [
            [aftersOf(person, people), asAfter],
            [beforesOf(person, people), asBefore],
          ] as const) {
            const counts = candidates.map(({ userId }) => loads.get(userId) ?? 0);
            expect(Math.max(0, ...counts) - Math.min(...counts, Math.max(0, ...counts))).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });

  test('never passes over a nearer free candidate', () => {
    fc.assert(
      fc.property(populations(30), (people) => {
        const links = asMap(linkUsers(people));
        const loads = loadsOf(linkUsers(people), 'afterUserId');
        for (const person of people) {
          const candidates = aftersOf(person, people);
          const choosing = people.filter((other) => aftersOf(other, people)[0]?.startsAt === candidates[0]?.startsAt);
          if (choosing.length > candidates.length) continue;
          const chosen = candidates.find(({ userId }) => userId === links.get(person.userId)?.afterUserId);
          const excluded = candidates.filter(({ userId }) => !loads.has(userId));
          for (const other of excluded) {
            expect(distance(person, other)).toBeGreaterThanOrEqual(chosen ? distance(person, chosen) : Infinity);
          }
        }
      }),
    );
  });

  test('is linked in both directions for the smaller side', () => {
    fc.assert(
      fc.property(populations(40), (people) => {
        const links = asMap(linkUsers(people));
        for (const start of new Set(people.map(({ startsAt }) => startsAt.getTime()))) {
          const takers = people.filter(({ startsAt }) => startsAt.getTime() === start);
          const givers = takers[0] === undefined ? [] : beforesOf(takers[0], people);
          if (givers.some((giver) => aftersOf(giver, people)[0]?.startsAt.getTime() !== start)) continue;
          const mutual = takers.filter(({ userId }) => {
            const before = links.get(userId)?.beforeUserId;
            return before !== null && before !== undefined && links.get(before)?.afterUserId === userId;
          });
          expect(mutual.length).toBe(Math.min(givers.length, takers.length));
        }
      }),
    );
  });
});

describe('kept links', () => {
  const withKept = fc
    .tuple(populations(30), populations(30))
    .chain(([earlier, later]) => {
      const links = linkUsers(earlier);
      return fc.tuple(fc.constant(later), fc.subarray(links), fc.infiniteStream(fc.boolean()));
    })
    .map(([people, links, coins]) => ({ people, kept: asMap(links), coins }));

  test('stay, and the others choose around them', () => {
    fc.assert(
      fc.property(withKept, ({ people, kept }) => {
        const links = asMap(linkUsers(people, kept));
        expect(links).toEqual(matchPlainly(people, kept));
        for (const { userId } of people) if (kept.has(userId)) expect(links.get(userId)).toEqual(kept.get(userId));
      }),
      { numRuns: 100 },
    );
  });

  test('change nothing while no user joins, leaves or moves', () => {
    fc.assert(
      fc.property(withKept, ({ people, kept, coins }) => {
        const links = linkUsers(people, kept);
        const more = asMap(links.filter(() => coins.next().value));
        expect(linkUsers(people, new Map([...kept, ...more]))).toEqual(links);
      }),
      { numRuns: 100 },
    );
  });

  test('are returned, and count for the load of a user', () => {
    const people = [
      participant('a', SIX, BERLIN),
      participant('b', SIX, HAMBURG),
      participant('c', EIGHT, BERLIN),
      participant('d', EIGHT, HAMBURG),
    ];
    expect(read(people)).toEqual(['- < a > c', '- < b > d', 'a < c > -', 'b < d > -']);
    const kept = new Map([['b', { beforeUserId: null, afterUserId: 'c' }]]);
    expect(read(people, kept)).toEqual(['- < a > d', '- < b > c', 'b < c > -', 'a < d > -']);
  });

  test('are balanced by the other users', () => {
    const people = ['a', 'b', 'e', 'f', 'g'].map((userId) => participant(userId, SIX));
    const kept = new Map(['a', 'b'].map((userId) => [userId, { beforeUserId: null, afterUserId: 'c' }]));
    expect(read([...people, participant('c', EIGHT), participant('d', EIGHT)], kept)).toEqual([
      '- < a > c',
      '- < b > c',
      '- < e > d',
      '- < f > d',
      '- < g > c',
      'a < c > -',
      'b < d > -',
    ]);
  });

  test('stay with a user who left or is no longer closest in time', () => {
    const people = [participant('a', SIX), participant('b', EIGHT), participant('c', TEN)];
    const kept = new Map([
      ['a', { beforeUserId: 'gone', afterUserId: 'c' }],
      ['c', { beforeUserId: 'a', afterUserId: null }],
    ]);
    expect(read(people, kept)).toEqual(['gone < a > c', 'a < b > c', 'a < c > -']);
  });
});

describe('blocked pairs', () => {
  const pairs = (...ids: string[]) => indexPairs(ids.map((pair) => ({ one: pair[0] ?? '', other: pair[1] ?? '' })));

  test.each<[string, Participant[], BlockedPairs, string[]]>([
    [
      'are not linked, were they the only two',
      [participant('a', SIX), participant('b', EIGHT)],
      pairs('ab'),
      ['- < a > -', '- < b > -'],
    ],
    [
      'are linked with a user further away',
      [participant('a', SIX, BERLIN), participant('b', EIGHT, BERLIN), participant('c', EIGHT, HAMBURG)],
      pairs('ab'),
      ['- < a > c', '- < b > -', 'a < c > -'],
    ],
    [
      'are linked with a user further away in time, who is still linked with the closest',
      [participant('a', SIX), participant('b', EIGHT), participant('c', TEN)],
      pairs('ba'),
      ['- < a > c', '- < b > c', 'b < c > -'],
    ],
    [
      'pass over whole slots, as many as it takes',
      [
        participant('a', SIX),
        participant('b', EIGHT),
        participant('c', EIGHT),
        participant('d', TEN),
        participant('e', 14 * 60),
      ],
      pairs('ab', 'ac', 'ad'),
      ['- < a > e', '- < b > d', '- < c > d', 'b < d > e', 'd < e > -'],
    ],
    [
      'pass over whole slots backwards, too',
      [participant('a', SIX), participant('b', EIGHT), participant('c', TEN)],
      pairs('cb'),
      ['- < a > b', 'a < b > -', 'a < c > -'],
    ],
    [
      'leave a pair to others, where they would have been one',
      [participant('a', SIX), participant('b', SIX), participant('c', EIGHT), participant('d', EIGHT)],
      pairs('ac'),
      ['- < a > d', '- < b > c', 'b < c > -', 'a < d > -'],
    ],
    [
      'share a link rather than have none',
      [participant('a', SIX), participant('b', SIX), participant('c', EIGHT), participant('d', EIGHT)],
      pairs('bd'),
      ['- < a > c', '- < b > c', 'a < c > -', 'a < d > -'],
    ],
  ])('%s', (_what, people, blocked, expected) => {
    expect(read(people, new Map(), blocked)).toEqual(expected);
    expect(read(people.toReversed(), new Map(), blocked)).toEqual(expected);
  });

  test('stay linked after a check-in, and the other user chooses again', () => {
    const people = [participant('a', SIX), participant('b', EIGHT), participant('c', EIGHT)];
    const kept = new Map([['a', { beforeUserId: null, afterUserId: 'b' }]]);
    expect(read(people, kept, pairs('ab'))).toEqual(['- < a > b', '- < b > -', 'a < c > -']);
  });

  const facts = fc
    .tuple(populations(25), populations(25), blockRelations, fc.infiniteStream(fc.boolean()))
    .chain(([earlier, later, areBlocked, coins]) => {
      const blocked = indexPairs(
        pairsAmong(
          [...earlier, ...later].map(({ userId }) => userId),
          areBlocked,
        ),
      );
      // Some users checked in before the blocks, some after.
      const [before, since] = [linkUsers(earlier), linkUsers(later, new Map(), blocked)];
      return fc
        .tuple(fc.subarray(before), fc.subarray(since))
        .map(([some, others]) => ({ people: later, kept: asMap([...some, ...others]), blocked, coins }));
    });

  test('are never linked by choice, like in the reference implementation', () => {
    fc.assert(
      fc.property(facts, ({ people, kept, blocked }) => {
        const links = asMap(linkUsers(people, kept, blocked));
        expect(links).toEqual(matchPlainly(people, kept, blocked));
        for (const [userId, { beforeUserId, afterUserId }] of links) {
          if (kept.has(userId)) expect(links.get(userId)).toEqual(kept.get(userId));
          else
            for (const other of [beforeUserId, afterUserId])
              expect(blocked.get(userId)?.has(other ?? '')).not.toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('are linked with the closest in time of the other users', () => {
    fc.assert(
      fc.property(populations(25), blockRelations, (people, areBlocked) => {
        const blocked = indexPairs(
          pairsAmong(
            people.map(({ userId }) => userId),
            areBlocked,
          ),
        );
        const links = asMap(linkUsers(people, new Map(), blocked));
        for (const person of people) {
          const others = people.filter(({ userId }) => !blocked.get(person.userId)?.has(userId));
          const { beforeUserId, afterUserId } = links.get(person.userId) ?? { beforeUserId: '', afterUserId: '' };
          const [befores, afters] = [beforesOf(person, others), aftersOf(person, others)];
          expect(befores.length === 0 ? [null] : befores.map(({ userId }) => userId)).toContain(beforeUserId);
          expect(afters.length === 0 ? [null] : afters.map(({ userId }) => userId)).toContain(afterUserId);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('change nothing while no user joins, leaves or moves, in any order', () => {
    fc.assert(
      fc.property(facts, ({ people, kept, blocked, coins }) => {
        const links = linkUsers(people, kept, blocked);
        const more = asMap(links.filter(() => coins.next().value));
        expect(linkUsers(people, new Map([...kept, ...more]), blocked)).toEqual(links);
        const turned = new Map([...blocked].reverse().map(([id, others]) => [id, new Set([...others].reverse())]));
        expect(linkUsers(people.toReversed(), kept, turned)).toEqual(links);
      }),
      { numRuns: 100 },
    );
  });

  test('make no difference if they would not be linked', () => {
    fc.assert(
      fc.property(populations(40), (people) => {
        const links = linkUsers(people);
        const blocked = indexPairs(people.map(({ userId }) => ({ one: userId, other: 'user-elsewhere' })));
        expect(linkUsers(people, new Map(), blocked)).toEqual(links);
      }),
    );
  });
});

describe('large groups', () => {
  const scattered = (count: number, startOf: (index: number) => number) =>
    Array.from({ length: count }, (_, index) => {
      const coordinates: [number, number] = [((index * 7919) % 180) - 90, ((index * 104_729) % 36_000) / 100 - 180];
      return participant(`user-${String((index * 7919) % count).padStart(6, '0')}`, startOf(index), coordinates);
    });

  test('of 20,000 users in two slots are all linked, in both directions', () => {
    const people = scattered(20_000, (index) => SIX + (index % 2) * 120);
    const links = asMap(linkUsers(people));
    expect(links.size).toBe(20_000);
    for (const [userId, { beforeUserId, afterUserId }] of links) {
      if (afterUserId !== null) expect(links.get(afterUserId)?.beforeUserId).toBe(userId);
      else expect(links.get(beforeUserId ?? '')?.afterUserId).toBe(userId);
    }
  });

  test('of 20,000 users in one slot have no links', () => {
    const links = linkUsers(scattered(20_000, () => SIX));
    expect(links.filter(({ beforeUserId, afterUserId }) => beforeUserId !== null || afterUserId !== null)).toEqual([]);
  });

  test('of 20,000 users, nine times as many in one slot, are chosen equally often', () => {
    const people = scattered(20_000, (index) => SIX + (index % 10 === 0 ? 120 : 0));
    const loads = loadsOf(linkUsers(people), 'afterUserId');
    expect([...new Set(loads.values())]).toEqual([9]);
  });
});

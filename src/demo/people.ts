import type { ActivityType } from '../features/workout-window/workout-window.schema.ts';

export type City = {
  city: string;
  region: string;
  country: string;
  latitude: number;
  longitude: number;
  timezone: string;
};

/** A sample user; `reliability` is the share of days on which they check in. */
export type SampleUser = {
  name: string;
  email: string;
  city: City;
  activityType: ActivityType;
  /** The local hour at which the two hours of their window begin. */
  windowHour: number;
  reliability: number;
  /** What the terminal says about those to look at first, who can sign in. */
  about?: string;
};

/** Those to look at first sign in with it. It is published, so the demo never starts beside real data. */
export const DEMO_PASSWORD = 'meadow-in-bloom';

const BERLIN: City = {
  city: 'Berlin',
  region: 'Berlin',
  country: 'DE',
  latitude: 52.52,
  longitude: 13.4,
  timezone: 'Europe/Berlin',
};
const LISBON: City = {
  city: 'Lisbon',
  region: 'Lisbon',
  country: 'PT',
  latitude: 38.72,
  longitude: -9.14,
  timezone: 'Europe/Lisbon',
};
const NEW_YORK: City = {
  city: 'New York',
  region: 'New York',
  country: 'US',
  latitude: 40.71,
  longitude: -74,
  timezone: 'America/New_York',
};
const TOKYO: City = {
  city: 'Tokyo',
  region: 'Tokyo',
  country: 'JP',
  latitude: 35.68,
  longitude: 139.69,
  timezone: 'Asia/Tokyo',
};

type Row = readonly [name: string, activityType: ActivityType, windowHour: number, reliability: number, about?: string];

const ROWS: readonly (readonly [City, readonly Row[]])[] = [
  [
    BERLIN,
    [
      ['Ada Brook', 'cardio', 7, 0.95, 'super admin; runs, shares a lot, owns Riverside Runners'],
      ['Ben Okafor', 'walk', 9, 0.85, 'a new father, writes for himself'],
      ['Chloe Meyer', 'other', 17, 0.9, 'paints, keeps her texts to herself, sells a tone pack'],
      ['Deniz Kaya', 'strength', 18, 0.75],
      ['Emil Lang', 'reading', 20, 0.7],
      ['Frida Holm', 'meditation', 6, 0.9],
      ['Georg Winter', 'cardio', 12, 0.5],
      ['Hanna Roth', 'homework', 15, 0.8],
      ['Ivo Novak', 'strength', 19, 0.65],
      ['Jana Peters', 'walk', 13, 0.85],
    ],
  ],
  [
    LISBON,
    [
      ['Kira Sousa', 'cardio', 8, 0.9, 'leads the team Early Larks'],
      ['Luis Tavares', 'strength', 18, 0.7],
      ['Marta Reis', 'meditation', 7, 0.95],
      ['Nuno Alves', 'walk', 10, 0.6],
      ['Olga Pinto', 'reading', 21, 0.8],
      ['Paulo Dias', 'cardio', 6, 0.75],
      ['Rita Moura', 'homework', 16, 0.85],
      ['Sara Lopes', 'walk', 12, 0.8],
      ['Tomas Brito', 'strength', 14, 0.55],
      ['Vera Cunha', 'cardio', 19, 0.9],
    ],
  ],
  [
    NEW_YORK,
    [
      ['Wanda Price', 'cardio', 6, 0.9, 'a science teacher, writes experiments for the lab'],
      ['Xavier Bell', 'strength', 8, 0.7],
      ['Yara Hughes', 'meditation', 20, 0.85],
      ['Zoe Carter', 'walk', 12, 0.8],
      ['Aaron Diaz', 'cardio', 17, 0.6],
      ['Bella Kim', 'reading', 21, 0.9],
      ['Carl Foster', 'homework', 15, 0.7],
      ['Dora Quinn', 'strength', 10, 0.75],
      ['Eli Stone', 'walk', 13, 0.85],
      ['Fay Morgan', 'cardio', 18, 0.8],
    ],
  ],
  [
    TOKYO,
    [
      ['Goro Tanaka', 'cardio', 5, 0.95],
      ['Hana Sato', 'meditation', 6, 0.9, 'has not missed a day for weeks'],
      ['Isamu Mori', 'strength', 19, 0.7],
      ['Junko Abe', 'walk', 8, 0.85],
      ['Kenji Ono', 'reading', 21, 0.6],
      ['Mai Ito', 'cardio', 17, 0.9],
      ['Naoki Endo', 'homework', 16, 0.75],
      ['Rei Kimura', 'strength', 12, 0.65],
      ['Sora Hayashi', 'walk', 10, 0.9],
      ['Yuki Nakamura', 'other', 14, 0.8],
    ],
  ],
];

/** Forty people in four cities, ten each. */
export const PEOPLE: readonly SampleUser[] = ROWS.flatMap(([city, rows]) =>
  rows.map(([name, activityType, windowHour, reliability, about]) => ({
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@meadow.example`,
    city,
    activityType,
    windowHour,
    reliability,
    ...(about !== undefined && { about }),
  })),
);

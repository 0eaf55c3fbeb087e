/** Few words in many orders: a search finds some of them nearly everywhere, and some hardly anywhere. */
const PEOPLE = ['my sister', 'an old friend', 'the neighbours', 'our team', 'my father', 'a stranger', 'the children'];
const DEEDS = [
  'walked',
  'cooked',
  'talked',
  'read aloud',
  'rested',
  'planted tomatoes',
  'sang',
  'ran',
  'painted',
  'argued',
];
const PLACES = [
  'along the river',
  'in the kitchen',
  'under the old bridge',
  'at the market',
  'near the library',
  'in the garden',
];
const FEELINGS = [
  'grateful',
  'a little tired',
  'calm',
  'hopeful',
  'worried about tomorrow',
  'proud',
  'light',
  'restless',
];
const RARITIES = [
  'a lighthouse',
  'a heron',
  'the comet',
  'an accordion',
  'a hedgehog',
  'fresh snow',
  'a meteorite',
  'a zeppelin',
];

const PARAGRAPHS = 2_000;
const TITLES = 500;
const SENTENCES_PER_PARAGRAPH = 7;

/** Fills the temporary tables `paragraph` (about 500 letters each) and `title`, both with numbers from 0 on. */
export const VOCABULARY = [
  `create temp table paragraph as
   select number, string_agg(format('Today %s and I %s %s, and I felt %s.%s',
     ${oneOf(PEOPLE, 1)}, ${oneOf(DEEDS, 2)}, ${oneOf(PLACES, 3)}, ${oneOf(FEELINGS, 4)},
     case when pg_temp.draw(seed, 5, 60) = 0 then ' We saw ' || ${oneOf(RARITIES, 6)} || '.' else '' end), ' ' order by place) as text
   from generate_series(0, ${PARAGRAPHS - 1}) number, generate_series(1, ${SENTENCES_PER_PARAGRAPH}) place
   cross join lateral (select number * ${SENTENCES_PER_PARAGRAPH} + place as seed) draws
   group by number`,
  `create temp table title as
   select number, format('A day %s: we %s', ${oneOf(PLACES, 7)}, ${oneOf(DEEDS, 8)}) as text
   from generate_series(0, ${TITLES - 1}) number cross join lateral (select number as seed) draws`,
  'analyze paragraph',
  'analyze title',
];

function oneOf(words: readonly string[], purpose: number): string {
  const list = words.map((word) => `'${word}'`).join(', ');
  return `(array[${list}])[1 + pg_temp.draw(seed, ${purpose}, ${words.length})]`;
}

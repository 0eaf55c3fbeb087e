import { seededRandom } from '#platform/seeded-random.ts';

type Random = () => number;

/** The most frequent words, in this order, and some further down, which the measured searches look for. */
const FREQUENT =
  'the and to of a in i was it that he we for on with my is at had but be as they have not were his this her all so one out when up there she could about then went very day by from an been would will some time back them our or just more who over now into what home did only after other work get where no which two first if here again much too before long said like came little people down off way how well good'.split(
    ' ',
  );
const FURTHER: readonly (readonly [rank: number, word: string])[] = [
  [150, 'morning'],
  [170, 'house'],
  [190, 'friend'],
  [300, 'call'],
  [320, 'cat'],
  [340, 'casa'],
  [420, 'sea'],
  [500, 'café'],
  [900, 'household'],
  [1_500, 'cafeteria'],
  [2_500, 'straße'],
  [9_000, 'hermeneutic'],
  [20_000, 'zygote'],
  [40_000, 'zyzzyva'],
];
const VOCABULARY_SIZE = 50_000;
const SYLLABLES =
  'an ar ba be ca ce di do el en fa fi go gra ha hu in is ja ko la lo me mi na no or pa qui ra ri sa sch se ta tra un ver wa zu'.split(
    ' ',
  );

/** Sentences of scripts without spaces, and of other alphabets: each part is drawn anew. */
const OTHER_SCRIPTS: readonly (readonly string[])[] = [
  '今天 昨天 我们 去了 公园 中国 地图 看了 明天 后天 东京 朋友 一起 吃饭 很 高兴 下雨 学校 工作 回家'.split(' '),
  '昨日は 今日は 東京 タワー へ 行きました 友達 と 食べた 雨 が 降った 楽しかった 学校 仕事 家 に 帰る'.split(' '),
  'วันนี้ ไปเที่ยว ภูเก็ต กับ ครอบครัว กินข้าว ฝนตก ที่บ้าน ทำงาน เพื่อน'.split(' '),
  'сегодня я ходил домой вечером ёлка снег друг работа утро школа ещё было хорошо'.split(' '),
];
const SENTENCES = 14;
const WORDS_PER_SENTENCE = 12;
/** A power of two. */
const DRAWS = 1 << 17;

/** Texts whose words are as frequent as in natural language (Zipf), about 0.95 KB each. The same seed gives the same text. */
export function createCorpus(): (seed: number) => { title: string; content: string } {
  const vocabulary = createVocabulary();
  const draws = drawTable(vocabulary);
  const word = (random: Random) => draws[Math.floor(random() * DRAWS)] as string;
  const words = (random: Random, count: number) => Array.from({ length: count }, () => word(random)).join(' ');
  return (seed) => {
    const random = seededRandom(`entry ${seed}`);
    const sentences = Array.from({ length: SENTENCES }, () => `${words(random, WORDS_PER_SENTENCE)}.`);
    // The rarest words would hardly be drawn from the table.
    if (random() < 0.2) sentences.push(`${vocabulary[Math.floor(random() * VOCABULARY_SIZE)]}.`);
    if (random() < 0.08) sentences.push(otherScript(random));
    return { title: words(random, 4), content: sentences.join(random() < 0.3 ? '\n' : ' ') };
  };
}

function createVocabulary(): string[] {
  const random = seededRandom('vocabulary');
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] as string;
  const words = new Set(FREQUENT);
  const further = new Map(FURTHER);
  while (words.size < VOCABULARY_SIZE) {
    const length = 1 + Math.floor(random() * 4);
    words.add(further.get(words.size) ?? Array.from({ length }, syllable).join(''));
  }
  return [...words];
}

/** A word by a number below `DRAWS`: the word of rank r stands in 1/r of the share of the first. */
function drawTable(vocabulary: readonly string[]): string[] {
  const shares = vocabulary.map((_, rank) => 1 / (rank + 2.7));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const table: string[] = [];
  let reached = 0;
  for (const [rank, share] of shares.entries()) {
    reached += (share / total) * DRAWS;
    while (table.length < reached && table.length < DRAWS) table.push(vocabulary[rank] as string);
  }
  while (table.length < DRAWS) table.push(vocabulary[0] as string);
  return table;
}

function otherScript(random: Random): string {
  const script = OTHER_SCRIPTS[Math.floor(random() * OTHER_SCRIPTS.length)] as readonly string[];
  const parts = Array.from({ length: 30 }, () => script[Math.floor(random() * script.length)] as string);
  return `${parts.join(script.includes('снег') ? ' ' : '')}。`;
}

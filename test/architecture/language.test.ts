import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSource, type SourceFile } from './source-text.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Files and folders whose words are checked. */
const SCOPE = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.env.example',
  '.github',
  'bench',
  'docs',
  'openapi.json',
  'examples',
  'packages/client/README.md',
  'packages/client/generate-types.ts',
  'packages/client/src',
  'packages/embedded-postgres',
  'scripts',
  'src',
  'test',
  'web/plugins',
  'web/src',
  'web/test',
];

/** Contains a sample of each forbidden word. */
const EXCLUDED = 'test/architecture/language.test.ts';

/** Libraries in one file are not ours. */
const TEXT_FILE = /(?<!\.min)\.(md|tsx?|js|sql|json|html|css|example)$/;

/** The word in quotes is the account of the operating system. */
const INDEFINITE_PRONOUN = /(?<!['`])(some|no|every|any)body/i;

/** Each with a sample that it must find. */
const FORBIDDEN_WORDS: readonly { pattern: RegExp; sample: string }[] = [
  { pattern: /\bwho(m|ever|mever)\b/i, sample: 'for whom it is' },
  { pattern: INDEFINITE_PRONOUN, sample: 'analyzeEverybody' },
  { pattern: /\bsomeone's place\b/i, sample: "in someone's place" },
  { pattern: /\bbe it\b/i, sample: 'be it a link' },
  { pattern: /\bas it were\b/i, sample: 'as it were' },
  { pattern: /\bby itself\b/i, sample: 'runs by itself' },
];

const FORBIDDEN_CONSTANTS: readonly { pattern: RegExp; sample: string }[] = [
  { pattern: /\b(MOST|LEAST|LARGEST|SMALLEST|LONGEST|SHORTEST|DEEPEST|USUAL)_[A-Z0-9_]+\b/, sample: 'MOST_WAITING' },
  { pattern: /\b[A-Z0-9_]+_MILLISECONDS\b/, sample: 'DRAIN_MILLISECONDS' },
  { pattern: /\b(?!\w*epoch)\w+Milliseconds\b/i, sample: 'restartMilliseconds' },
];

/** A response is no answer. What a user does with an invitation or a transfer of ownership is one. */
const ANSWER_IN_NAME = /\b(?!answer(?:Ownership|Team)\b)(?:\w+Answer\w*|[aA]nswer[A-Z]\w*)\b/;
const WORD_OF_CODE = /\b(answer|person)\b/;

/** Identifiers whose term in the glossary is another one. */
const FORMER_NAMES = [
  'afterTold',
  'answerError',
  'askForHelp',
  'assistant_portion',
  'AuditedDeed',
  'beConnected',
  'beginningOf',
  'ChainPlace',
  'createRest',
  'createTurns',
  'EVERYBODY',
  'exerciseRight',
  'findPlaceOn',
  'gainsOf',
  'giveBack',
  'goThroughEverybody',
  'hangUp',
  'isAlwaysServed',
  'isOfOutdatedPlan',
  'isServedSafely',
  'isThrough',
  'isUnderWay',
  'journaledWithin',
  'keepForAnHour',
  'leansOnNothing',
  'leftOut',
  'listUntoldBattles',
  'loose_background',
  'makeUpDays',
  'MayGoOn',
  'MET_ANOTHER_RUN',
  'mostWaiting',
  'notedWithin',
  'onLoss',
  'pageAsked',
  'pairsApart',
  'peopleApartFrom',
  'placeOf',
  'portionsOf',
  'requireRight',
  'rowsInPortions',
  'runAlone',
  'runInSlices',
  'settleChains',
  'settlePlaceOn',
  'settleSharing',
  'settleWords',
  'signedAddressOf',
  'staysOpen',
  'takesUpTo',
  'takeTurn',
  'TakeTurn',
  'takeTurnToDraw',
  'talliesOf',
  'throwTelling',
  'unguessableText',
  'upSince',
  'welcomeBack',
  'Whereabouts',
  'withdrawEverybodys',
  'withNamedStatements',
  'workTogether',
  'WritingSpan',
];
const FORMER_NAME = new RegExp(`\\b(${FORMER_NAMES.join('|')})\\b`);

const DECLARED_CODE = /\bcode: '([a-z0-9-]+\.[a-z0-9-]+)'/g;
/** `@throws {journal.entry-not-found}`; what follows a class of errors is prose. */
const THROWS = /@throws\s+\{?([^\s{}]+)\}?/g;
const ERROR_CLASS = /^(?:[A-Z]\w*)?Error$/;
const CODE_OF_RESPONSE = /\b[45]\d\d\s+`([a-z0-9-]+\.[a-z0-9-]+)`/g;

describe('words', async () => {
  const files = await readScope();

  test('each word of the texts is the one of the glossary', () => {
    const found = FORBIDDEN_WORDS.flatMap(({ pattern }) => occurrences(files, pattern));
    expect(found).toEqual([]);
  });

  test('constants begin with MAX_, MIN_ or DEFAULT_, and units are _MS, _SECONDS or _BYTES', () => {
    const found = FORBIDDEN_CONSTANTS.flatMap(({ pattern }) => occurrences(files, pattern));
    expect(found).toEqual([]);
  });

  test('no former name is used', () => {
    expect(occurrences(files, FORMER_NAME)).toEqual([]);
  });

  test('no name of the server calls a response an answer', () => {
    const server = files.filter(({ path }) => !path.startsWith('web/'));
    expect(occurrences(server, ANSWER_IN_NAME)).toEqual([]);
    expect(ANSWER_IN_NAME.test('answerOwnership')).toBe(false);
  });

  test.each([
    ...FORBIDDEN_WORDS,
    ...FORBIDDEN_CONSTANTS,
    { pattern: FORMER_NAME, sample: 'runAlone' },
    { pattern: ANSWER_IN_NAME, sample: 'isAnswerSecret' },
    { pattern: WORD_OF_CODE, sample: 'ai.bad-answer' },
  ])('$pattern finds "$sample"', ({ pattern, sample }) => {
    expect(occurrences([{ path: 'sample.ts', text: `\n${sample}` }], pattern)).toEqual([
      expect.stringContaining('sample.ts:2: '),
    ]);
  });

  test('allows the account of the operating system, and the column of words not to use', () => {
    expect(occurrences([{ path: 'a.md', text: 'runs as `nobody`' }], INDEFINITE_PRONOUN)).toEqual([]);
    const glossary = '| term | meaning | not |\n| user | the account holder | somebody |';
    expect(occurrences([{ path: 'docs/glossary.md', text: withoutLastColumn(glossary) }], INDEFINITE_PRONOUN)).toEqual(
      [],
    );
    expect(withoutLastColumn(glossary)).toContain('the account holder');
  });
});

describe('error codes', async () => {
  const source = await readSource('src');
  const declared = new Set(source.flatMap(({ text }) => [...text.matchAll(DECLARED_CODE)].map(([, code]) => code)));
  const isDeclared = (code: string) => declared.has(code) || ERROR_CLASS.test(code);

  test('no code says answer or person', () => {
    expect([...declared].filter((code = '') => WORD_OF_CODE.test(code))).toEqual([]);
  });

  test('each code in a @throws is declared', () => {
    const found = source.flatMap((file) => codesIn(file, THROWS).filter(({ code }) => !isDeclared(code)));
    expect(found).toEqual([]);
  });

  test('each code of a response in a document is declared', async () => {
    const named = (await readScope()).flatMap((file) => codesIn(file, CODE_OF_RESPONSE));
    expect(named.filter(({ code }) => !isDeclared(code))).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });

  test.each(['@throws {journal.no-such-code}', '@throws journal.no-such-code'])(
    'finds an unknown code in "%s"',
    (text) => {
      expect(codesIn({ path: 'a.ts', text }, THROWS)).toEqual([{ path: 'a.ts', code: 'journal.no-such-code' }]);
      expect(isDeclared('journal.no-such-code')).toBe(false);
    },
  );
});

async function readScope(): Promise<SourceFile[]> {
  const lists = await Promise.all(SCOPE.map(listFiles));
  return Promise.all(
    lists.flat().map(async (path) => {
      const text = await readFile(join(ROOT, path), 'utf8');
      return { path, text: path === 'docs/glossary.md' ? withoutLastColumn(text) : text };
    }),
  );
}

/** The text files below a path of the repository, or the path itself if it is a file. */
async function listFiles(path: string): Promise<string[]> {
  if ((await stat(join(ROOT, path))).isFile()) return [path];
  const names = await readdir(join(ROOT, path), { recursive: true });
  const files = names.filter((name) => TEXT_FILE.test(name)).map((name) => `${path}/${name}`);
  return files.filter((file) => file !== EXCLUDED);
}

/** The last column of the glossary's tables has the words that are not used. */
function withoutLastColumn(text: string): string {
  return text.replaceAll(/\|[^|\n]*\|$/gm, '|');
}

/** Each line that matches, as `path:line: match`. */
function occurrences(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const match = pattern.exec(line);
      return match === null ? [] : [`${path}:${index + 1}: ${match[0]}`];
    }),
  );
}

function codesIn({ path, text }: SourceFile, pattern: RegExp): { path: string; code: string }[] {
  return [...text.matchAll(pattern)].map(([, code = '']) => ({ path, code }));
}

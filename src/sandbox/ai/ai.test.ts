import sharp from 'sharp';
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectLinear } from '#test/growth.ts';
import { type SandboxAi, startSandboxAi } from './ai.ts';
import { smallestInstanceOf } from './instance.ts';
import { type Tone, toneLexicon } from './lexicon.ts';
import { summariseNotes, writeDrop } from './notes.ts';
import { createToneAnalyst } from './tone.ts';

describe('the tone of a text', () => {
  const analyse = createToneAnalyst();

  const clearTexts: [text: string, tone: Tone][] = [
    ['We laughed until our stomachs hurt. I have never been happier than on this beach with my sisters.', 'joyful'],
    ['My daughter took her first steps today and I was so happy I danced around the kitchen.', 'joyful'],
    ['I am so grateful for my neighbours. They brought soup every day while I was ill.', 'grateful'],
    ['Thank you, body, for carrying me up that mountain. I felt a deep gratitude at the top.', 'grateful'],
    ['I can’t wait for Saturday, we are finally flying to Lisbon!', 'excited'],
    ['The new job starts on Monday and I am really excited about it.', 'excited'],
    ['The doctor said the treatment is working. For the first time in months I feel hopeful.', 'hopeful'],
    ['Sent the application today, fingers crossed. I hope they see what I see in this project.', 'hopeful'],
    ['A cosy evening with a book. I have everything I need and I feel content.', 'content'],
    ['I am satisfied with what I got done this week, it was good enough for me.', 'content'],
    ['The lake was like glass at sunrise. A serene morning, I felt completely at ease.', 'peaceful'],
    ['I know it will work out. Things are looking up and I am optimistic about spring.', 'optimistic'],
    ['I cried in the car after the funeral. I miss him so much.', 'sad'],
    ['I am not happy today.', 'sad'],
    ['Felt lonely all weekend, the flat is so empty since she left.', 'sad'],
    ['My heart is racing before the exam and I feel anxious about everything.', 'anxious'],
    ['So overwhelmed. Three deadlines, no plan, and I am on edge all day.', 'anxious'],
    ['The build keeps breaking and I wasted hours on it. So frustrated.', 'frustrated'],
    ['Stuck on hold again for an hour. I am fed up with this insurance company.', 'frustrated'],
    ['I am furious. He lied to me in front of the whole team and I hate that I said nothing.', 'angry'],
    ['My brother shouted at mum again and it made me so angry.', 'angry'],
    ['I lie awake at night. What if the test results are bad? I am worried about dad.', 'worried'],
    ['I’m scared that we will not be able to pay the bills this winter.', 'worried'],
    ['The concert was such a let down. I expected more from them.', 'disappointed'],
    ['I didn’t get the part. I am really disappointed after all those rehearsals.', 'disappointed'],
    ['Looked through old photos of grandma’s garden. A wistful, bittersweet afternoon in the rain.', 'melancholic'],
    ['What’s the point of trying, nothing ever changes and it will only get worse.', 'pessimistic'],
    ['Took a deep breath, made tea and let the evening go by. I feel calm.', 'calm'],
    [
      'I have been wondering what it means to be a good friend, and the book made me think about my own part.',
      'contemplative',
    ],
    ['An ordinary day, nothing special.', 'neutral'],
    ['Barely slept because of the baby. I am exhausted.', 'tired'],
    ['I have no energy left, I am completely worn out.', 'tired'],
    ['Ran ten kilometres before breakfast and I am full of energy, ready for anything!', 'energetic'],
    ['I am feeling happy and excited about the trip.', 'joyful'],
    ['Today was a really good day. I finished my run in under an hour!', 'joyful'],
    ['I was worried about the talk, but it went great and now I am really happy.', 'joyful'],
  ];
  test.each(clearTexts)('is found with confidence: %s', (text, tone) => {
    const analysis = analyse(text);
    expect(analysis).toMatchObject({ primaryTone: tone });
    expect(analysis.confidence).toBeGreaterThan(0.5);
  });

  test('is shown for each of the twenty tones by one of these texts', () => {
    expect(new Set(clearTexts.map(([, tone]) => tone))).toEqual(new Set(Object.keys(toneLexicon)));
    expect(Object.keys(toneLexicon)).toHaveLength(20);
  });

  test.each([
    'Bought milk, bread and two onions.',
    'Meeting at ten with Sam about the budget. Then the dentist.',
    'The train left from platform four.',
    'Ich war heute im Garten und habe Tomaten gepflanzt.',
    '1234 5678',
    '...',
    '',
  ])('is neutral without confidence where nothing shows it: %s', (text) => {
    expect(analyse(text)).toMatchObject({ primaryTone: 'neutral', sentiment: 'neutral' });
    expect(analyse(text).confidence).toBeLessThanOrEqual(0.5);
  });

  test('is not claimed with confidence where two tones contradict each other', () => {
    expect(analyse('I am happy for her and sad for myself.').confidence).toBeLessThanOrEqual(0.5);
  });

  test('is not claimed with confidence after a single faint word', () => {
    expect(analyse('The soup was nice.').confidence).toBeLessThanOrEqual(0.5);
  });

  test.each([
    ['I am not happy.', 'joyful'],
    ['I wasn’t angry.', 'angry'],
    ['I don’t feel very hopeful.', 'hopeful'],
    ['Never really calm.', 'calm'],
  ] as [string, Tone][])('is not the one that is denied: %s', (text, denied) => {
    expect(analyse(text).tones.map(({ tone }) => tone)).toEqual([toneLexicon[denied].opposite]);
  });

  test('is not denied from another part of the sentence', () => {
    expect(analyse('No, I am happy.').primaryTone).toBe('joyful');
  });

  test.each([
    ['I am grateful and happy.', 'positive'],
    ['I am angry and sad.', 'negative'],
    ['I am happy for her and sad for myself.', 'mixed'],
    ['I am tired.', 'neutral'],
  ])('goes with a sentiment: %s', (text, sentiment) => {
    expect(analyse(text).sentiment).toBe(sentiment);
  });

  test('lists at most five tones, best first, with scores from 0 to 1', () => {
    const everything = Object.keys(toneLexicon).join(' and ').repeat(40);
    const { tones, primaryTone, confidence } = analyse(`Very joyful. ${everything}`);
    const scores = tones.map(({ score }) => score);
    expect(tones).toHaveLength(5);
    expect(tones[0]?.tone).toBe(primaryTone);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(confidence).toBeLessThanOrEqual(1);
  });

  test('is found in time that grows as the text does', async () => {
    const sentence = 'I was not happy about the energy bill, but it will work out. ';
    await expectLinear(10_000, (size) => analyse(sentence.repeat(size / sentence.length)));
  });
});

describe('a summary of notes', () => {
  const analyse = createToneAnalyst();
  const NOTES = [
    '2026-11-08 · A day\nThe deadline at work is hard. I am sad and tired, and worried about dad.',
    '2026-11-09 · A day\nI finished the project, and I am so happy and grateful to my friends!',
  ];

  test('says what they are about, where the moods go, and nothing in their words', () => {
    const found = summariseNotes(NOTES.join('\n\n'), analyse);
    expect(found).toMatchObject({
      topics: ['work', 'family', 'friends'],
      mood_trends: { sentiment: 'mixed', direction: 'improving' },
      insights: { gratitude: [expect.any(String)], challenges: [expect.any(String)], goals: [] },
    });
    expect(found.insights.achievements).toHaveLength(1);
    expect(JSON.stringify(found)).not.toContain('deadline');
    expect(summariseNotes(NOTES.toReversed().join('\n\n'), analyse).mood_trends.direction).toBe('declining');
  });

  test.each(['', 'x', 'Bought milk.'])('of %j is one all the same', (text) => {
    const found = summariseNotes(text, analyse);
    expect(found).toMatchObject({ topics: [], mood_trends: { direction: 'steady', sentiment: 'neutral' } });
    expect(found.summary).toContain('everyday things');
  });

  test('is answered with a few words that go with its mood', () => {
    expect(writeDrop('Moods: sad, tired', analyse).message).toMatch(/sad.*not alone/);
    expect(writeDrop('Moods: joyful', analyse).message).toMatch(/joyful.*Hold on/);
  });
});

describe('the smallest instance of a schema', () => {
  const schemas: [name: string, schema: TSchema][] = [
    ['an object in a list', Type.Array(Type.Object({ a: Type.String(), b: Type.Integer() }), { minItems: 2 })],
    ['an optional key', Type.Object({ a: Type.Optional(Type.String()), b: Type.Boolean() })],
    ['a choice', Type.Union([Type.Literal('x'), Type.Null()])],
    ['an enumeration', Type.Enum(['red', 'green'])],
    ['a short text', Type.String({ maxLength: 3 })],
    ['a long text', Type.String({ minLength: 300 })],
    ['a date', Type.String({ format: 'date' })],
    ['a number above', Type.Number({ exclusiveMinimum: 0, maximum: 5 })],
    ['a fraction', Type.Number({ minimum: 0.2, maximum: 0.8 })],
    ['a number below', Type.Number({ maximum: -3 })],
    ['a multiple', Type.Integer({ minimum: 7, multipleOf: 5 })],
    ['nothing', Type.Null()],
  ];
  test.each(schemas)('fits: %s', (_name, schema) => {
    expect(Value.Errors(schema, smallestInstanceOf(JSON.parse(JSON.stringify(schema))))).toEqual([]);
  });
});

describe('the sandbox as a server', () => {
  let sandbox: SandboxAi;
  beforeAll(async () => {
    sandbox = await startSandboxAi();
  });
  beforeEach(() => sandbox.behave({ mode: 'normal' }));
  afterAll(() => sandbox.close());

  const question = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });
  const ask = (body = question, headers: Record<string, string> = { authorization: 'Bearer any' }) =>
    fetch(`${sandbox.url}/chat/completions`, { method: 'POST', body, headers });
  const control = (body: string) => fetch(new URL('/sandbox/behaviour', sandbox.url), { method: 'POST', body });

  test('says on its front page what it is and how it behaves', async () => {
    const page = await fetch(new URL('/', sandbox.url));
    expect(page.headers.get('content-type')).toContain('text/plain');
    expect(await page.text()).toMatch(/stands in for an AI provider[\s\S]*Now: {"mode":"normal"}/);
  });

  test('refuses a call without a key with 401', async () => {
    expect((await ask(question, {})).status).toBe(401);
  });

  test.each(['', 'not json', '[]', '{"model":"m","messages":[]}'])(
    'refuses with 400 what is no request: %s',
    async (body) => {
      expect((await ask(body)).status).toBe(400);
    },
  );

  test('refuses a body above 5 MB with 413', async () => {
    expect((await ask(' '.repeat(5_000_001))).status).toBe(413);
  });

  test('answers 404 where there is nothing', async () => {
    expect((await fetch(new URL('/v1/models', sandbox.url))).status).toBe(404);
  });

  test('fails as it is told over HTTP, with the pause that it asks for', async () => {
    const behaviour = { mode: 'refuse-with', status: 429, retryAfterSeconds: 7 };
    expect(await (await control(JSON.stringify(behaviour))).json()).toEqual(behaviour);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('7');
    await control('{"mode":"normal"}');
    expect((await ask()).status).toBe(200);
  });

  test.each(['nonsense', '{"mode":"explode"}', '{"mode":"refuse-with","status":200}'])(
    'refuses with 400 what is no behaviour, and goes on as before: %s',
    async (body) => {
      expect((await control(body)).status).toBe(400);
      expect((await ask()).status).toBe(200);
    },
  );

  test('remembers no more than the last 1000 calls', async () => {
    const ofOwn = await startSandboxAi();
    const askOwn = (text: string) =>
      fetch(`${ofOwn.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer any' },
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] }),
      }).then((response) => response.text());
    await askOwn('the first');
    for (let batch = 0; batch < 20; batch += 1) {
      await Promise.all(Array.from({ length: 50 }, () => askOwn('later')));
    }
    expect(ofOwn.requests).toHaveLength(1000);
    expect(ofOwn.requests.every(({ text }) => text === 'later')).toBe(true);
    await ofOwn.close();
  });

  test('closes at once, and again, while calls hang', async () => {
    const ofOwn = await startSandboxAi();
    ofOwn.behave({ mode: 'hang' });
    const hanging = fetch(`${ofOwn.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer any' },
      body: question,
    });
    const failed = expect(hanging).rejects.toThrow();
    await expect.poll(() => ofOwn.requests.length).toBe(1);
    await ofOwn.close();
    await ofOwn.close();
    await failed;
  });

  test('says which port is taken when it can not start', async () => {
    await expect(startSandboxAi({ port: Number(new URL(sandbox.url).port) })).rejects.toThrow(/EADDRINUSE/);
  });
});

describe('the sandbox as a painter', () => {
  let sandbox: SandboxAi;
  beforeAll(async () => {
    sandbox = await startSandboxAi();
  });
  afterAll(() => sandbox.close());

  const ask = (body: unknown, headers: Record<string, string> = { authorization: 'Bearer any' }) =>
    fetch(`${sandbox.url}/images/generations`, { method: 'POST', body: JSON.stringify(body), headers });
  const wanted = { model: 'm', prompt: 'A joyful day', n: 1, size: '1024x1024', response_format: 'b64_json' };
  const pictureOf = async (prompt: string) => {
    const { data } = (await (await ask({ ...wanted, prompt })).json()) as { data: { b64_json: string }[] };
    return Buffer.from(data[0]?.b64_json ?? '', 'base64');
  };
  const averageOf = async (bytes: Uint8Array) => (await sharp(bytes).stats()).channels.map(({ mean }) => mean);

  test('paints a PNG of 1024 by 1024 that is no single colour', async () => {
    const bytes = await pictureOf('A joyful day');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024, channels: 3 });
    expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(3);
  });

  test('paints the same for the same prompt, and something else for another', async () => {
    const [one, same, other] = await Promise.all([
      pictureOf('A joyful day'),
      pictureOf('A joyful day'),
      pictureOf('A joyful night'),
    ]);
    expect(one.equals(same)).toBe(true);
    expect(one.equals(other)).toBe(false);
  });

  test('paints in the colours of the tone', async () => {
    const [red = 0, green = 0] = await averageOf(await pictureOf('An angry day'));
    expect(red).toBeGreaterThan(green * 2);
    const [, joyful = 0] = await averageOf(await pictureOf('A joyful day'));
    expect(joyful).toBeGreaterThan(green * 2);
  });

  test('refuses what is said about some words alone, and paints the rest', async () => {
    sandbox.behave({ mode: 'refuse-about', words: 'sad', status: 400 });
    expect((await ask({ ...wanted, prompt: 'A sad day' })).status).toBe(400);
    expect((await ask({ ...wanted, prompt: 'A joyful day' })).status).toBe(200);
    sandbox.behave({ mode: 'normal' });
  });

  test.each([
    {},
    { ...wanted, prompt: '' },
    { ...wanted, prompt: 'p'.repeat(4_001) },
    { ...wanted, n: 2 },
    { ...wanted, size: '512x512' },
    { ...wanted, quality: 'best' },
    { ...wanted, response_format: 'url' },
  ])('refuses with 400 what is no request that it understands: %j', async (body) => {
    expect((await ask(body)).status).toBe(400);
  });

  test('refuses a call without a key with 401', async () => {
    expect((await ask(wanted, {})).status).toBe(401);
  });
});

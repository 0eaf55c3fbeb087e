import type { Deps } from './deps.ts';
import { authenticate } from './features/account/authentication.actions.ts';
import { sendDrop } from './features/encouragement/drop.actions.ts';
import { createEntry } from './features/journal/entry.actions.ts';
import type { NewEntry } from './features/journal/entry.schema.ts';
import { createNotebook } from './features/journal/notebook.actions.ts';
import type { Actor } from './platform/http/actor.ts';

export type DemoPerson = { name: string; email: string; password: string; about: string };

type SampleEntry = Omit<NewEntry, 'notebook_id'> & { daysAgo: number; inNotebook?: true };
type SamplePerson = DemoPerson & { notebook: string; entries: readonly SampleEntry[] };

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

const shared = { metadata_visibility: 'public', content_visibility: 'public' } as const;
const titleShared = { metadata_visibility: 'public' } as const;

const PEOPLE: readonly SamplePerson[] = [
  {
    name: 'Ada Brook',
    email: 'ada@meadow.example',
    password: 'larks-at-seven',
    about: 'writes about running, shares a lot',
    notebook: 'Morning runs',
    entries: [
      {
        daysAgo: 12,
        title: 'Back on the path',
        content: 'First run in weeks. My legs are tired, but I am proud and happy that I went.',
        tags: ['running'],
        inNotebook: true,
        ...shared,
      },
      {
        daysAgo: 9,
        title: 'Rain',
        content: 'It rained all morning and I was frustrated that I had to turn around.',
        tags: ['running', 'weather'],
        inNotebook: true,
      },
      {
        daysAgo: 5,
        title: 'Five kilometres',
        content: 'Five kilometres without stopping! I am so excited, I could dance.',
        tags: ['running', 'milestone'],
        inNotebook: true,
        ...shared,
      },
      {
        daysAgo: 2,
        title: 'A letter from Ben',
        content: 'Ben wrote to me after my run. I am grateful to have somebody who notices.',
        tags: ['friends'],
      },
      {
        daysAgo: 0,
        title: 'Quiet morning',
        content: 'The river was still and so was I. A very calm, peaceful hour before work.',
        tags: ['running'],
        ...shared,
      },
    ],
  },
  {
    name: 'Ben Okafor',
    email: 'ben@meadow.example',
    password: 'tea-and-rain-4',
    about: 'a new father, writes for himself',
    notebook: 'Nights',
    entries: [
      {
        daysAgo: 10,
        title: 'Three hours of sleep',
        content: 'I am exhausted. Tired in the bones. She smiled at me at four, though.',
        tags: ['family'],
        inNotebook: true,
      },
      {
        daysAgo: 7,
        title: 'First laugh',
        content: 'She laughed today and I was overjoyed. I have not been this happy in years.',
        tags: ['family', 'milestone'],
        inNotebook: true,
        ...shared,
      },
      {
        daysAgo: 4,
        title: 'Back to work on Monday',
        content: 'I worry about Monday. What if I miss something? I feel anxious and a little sad.',
        tags: ['work'],
        ...titleShared,
      },
      {
        daysAgo: 1,
        title: 'It went well',
        content: 'The day I was afraid of was fine. I am relieved and hopeful about the weeks to come.',
        tags: ['work'],
      },
    ],
  },
  {
    name: 'Chloe Meyer',
    email: 'chloe@meadow.example',
    password: 'paper-boats-9',
    about: 'paints, keeps her texts to herself',
    notebook: 'Studio',
    entries: [
      {
        daysAgo: 8,
        title: 'Blue, again',
        content: 'I painted over yesterday’s canvas. Disappointed, but I know why it failed.',
        tags: ['painting'],
        inNotebook: true,
        ...titleShared,
      },
      {
        daysAgo: 6,
        title: 'What the sea looks like from memory',
        content: 'I sat and thought about what we remember of places. It was a long, contemplative afternoon.',
        tags: ['painting'],
        inNotebook: true,
        ...shared,
      },
      {
        daysAgo: 3,
        title: 'Noise',
        content: 'The neighbours drilled all day. I am angry, and the light was perfect too.',
        tags: ['home'],
      },
      {
        daysAgo: 0,
        title: 'Sold',
        content: 'Somebody bought the blue one! I am so excited that I keep looking at the empty wall.',
        tags: ['painting', 'milestone'],
        inNotebook: true,
        ...shared,
      },
    ],
  },
];

/** What they send each other, by address. */
const DROPS: readonly { from: string; to: string; content: string }[] = [
  { from: 'ben@meadow.example', to: 'ada@meadow.example', content: 'Five kilometres! I told everybody at work.' },
  { from: 'chloe@meadow.example', to: 'ada@meadow.example', content: 'Your river is in my next picture.' },
  { from: 'ada@meadow.example', to: 'ben@meadow.example', content: 'You did well on Monday. Sleep when she sleeps.' },
];

/**
 * Fills an empty database with sample people, their notebooks, a fortnight of entries and a few drops, written through the
 * same actions as everybody's. Does nothing more where they exist already. Calls `onEntry` after each entry with the number of
 * all entries, and returns whom to sign in as.
 */
export async function seedDemo(deps: Deps, onEntry: (total: number) => void): Promise<DemoPerson[]> {
  const { answerIdentity } = deps;
  if (answerIdentity === null)
    throw new Error('The demonstration needs the built-in identity provider: unset AUTH_ISSUER.');
  const total = PEOPLE.reduce((sum, { entries }) => sum + entries.length, 0);
  const actors = new Map<string, Actor>();
  for (const person of PEOPLE) {
    const session = await signUp(answerIdentity, deps.publicUrl, person);
    if (session === null) break;
    const token = await accessToken(answerIdentity, deps.publicUrl, session);
    const actor = await authenticate(deps, token);
    await writeJournal(deps, actor, person, () => onEntry(total));
    actors.set(person.email, actor);
  }
  for (const { from, to, content } of DROPS) {
    const [sender, recipient] = [actors.get(from), actors.get(to)];
    if (sender === undefined || recipient === undefined) continue;
    await sendDrop(deps, sender, { recipient_id: recipient.userId, drop_type: 'encouragement', content });
  }
  return PEOPLE.map(({ name, email, password, about }) => ({ name, email, password, about }));
}

async function writeJournal(deps: Deps, actor: Actor, person: SamplePerson, onEntry: () => void): Promise<void> {
  const notebook = await createNotebook(deps, actor, { name: person.notebook });
  const now = deps.clock.now().getTime();
  for (const { daysAgo, inNotebook, ...entry } of person.entries) {
    const then = new Date(now - daysAgo * DAY_MILLISECONDS);
    const input = { ...entry, ...(inNotebook && { notebook_id: notebook.id }) };
    await createEntry({ ...deps, clock: { now: () => then } }, actor, input);
    onEntry();
  }
}

type AnswerIdentity = NonNullable<Deps['answerIdentity']>;

/** The session of a new account, or null where the account exists. */
async function signUp(answer: AnswerIdentity, publicUrl: string, person: DemoPerson): Promise<string | null> {
  const { name, email, password } = person;
  const response = await answer(
    new Request(`${publicUrl}/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl },
      body: JSON.stringify({ name, email, password }),
    }),
  );
  if (response.status === 422) return null;
  if (!response.ok) throw new Error(`The sample people could not sign up (${response.status}).`);
  return ((await response.json()) as { token: string }).token;
}

async function accessToken(answer: AnswerIdentity, publicUrl: string, session: string): Promise<string> {
  const headers = { authorization: `Bearer ${session}` };
  const response = await answer(new Request(`${publicUrl}/auth/token`, { headers }));
  return ((await response.json()) as { token: string }).token;
}

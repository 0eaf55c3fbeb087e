// node --import tsx examples/journal.ts [URL]   signs up, writes, lists with names, and checks the day, on a server that runs
import { createMeadow, pagesOf, unwrap } from '@meadow/client';

type Print = (line: string) => void;

/** Prints what it does. The server has the built-in identity provider. */
export async function keepJournal(baseUrl: string, print: Print): Promise<void> {
  const meadow = createMeadow({ baseUrl });
  const email = `ada-${crypto.randomUUID()}@example.org`;
  await meadow.session.signUp({ name: 'Ada Lovelace', email, password: 'correct horse battery staple' });
  print('signed up');

  let date = '';
  for (const title of ['Morning run', 'Breakfast with Grace', 'First program']) {
    const { entry } = await unwrap(meadow.POST('/api/journal', { body: { title, content: `${title}, as planned.` } }));
    date = entry.created_at.slice(0, 10);
    print(`wrote "${entry.title}"`);
  }

  const pages = pagesOf((query) => unwrap(meadow.GET('/api/journal', { params: { query: { limit: 2, ...query } } })));
  let number = 0;
  for await (const { entries } of pages) {
    number += 1;
    for (const { title, author } of entries) print(`page ${number}: "${title}" by ${author.full_name}`);
  }

  const day = await unwrap(meadow.GET('/api/workout-window/checkin/{date}', { params: { path: { date } } }));
  print(`workout of the day: ${day.status}`);

  const { error } = await meadow.GET('/api/journal/{id}', { params: { path: { id: crypto.randomUUID() } } });
  print(`an unknown entry: ${error?.code}`);
  await meadow.session.signOut();
  print('signed out');
}

if (process.argv[1] === import.meta.filename) {
  await keepJournal(process.argv[2] ?? 'http://localhost:3000', (line) => process.stdout.write(`${line}\n`));
}

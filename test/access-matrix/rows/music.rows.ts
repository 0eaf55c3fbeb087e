import { connectMusic } from '../../../src/features/music/test-connection.ts';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

/** Connects each user to an account of the music service. */
async function allConnected({ app, people }: Scenario): Promise<object> {
  const { 'bad token': _, ...known } = people;
  for (const person of Object.values(known)) await connectMusic(app, person);
  return {};
}

/** A track that the owner has played, and that an entry for a team of the member’s is linked to. */
async function linkedTrack(scenario: Scenario): Promise<{ path: { id: string } }> {
  const { app, people, groups, made } = scenario;
  const listener = await connectMusic(app, people.owner);
  // A sync asks for what was played after the last one.
  app.clock.advance(1_000);
  const track = { id: app.deps.ids.next(), name: 'One', artists: ['A'], album: 'B', durationMs: 1_000 };
  const { id } = app.music.play(listener, app.clock.now(), track);
  await app.call(people.owner, 'POST', '/api/music/sync');
  const { team } = await groups();
  const fields = { title: 'Rain', content: '', mood: 'calm', metadata_visibility: 'team', team_id: team };
  const entry = await made('/api/journal', 'entry', fields);
  if (entry.music_track_id !== id) throw new Error('The entry is not linked to the track.');
  return { path: { id } };
}

export const MUSIC_ROWS: Rows = {
  'GET /api/music/connect': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/music/start': row('302 302 | 302 302 302 302 | 302'),
  'POST /api/music/start': row('302 302 | 302 302 302 302 | 302'),
  // Browsers come back without a token: the state alone says whose connection it is.
  'GET /api/music/callback': row('302 302 | 302 302 302 302 | 302'),
  'GET /api/music/connected': row('200 200 | 200 200 200 200 | 200'),
  'GET /api/music/account': row('401 401 | 200 200 200 200 | 200'),
  'DELETE /api/music/account': row('401 401 | 200 200 200 200 | 200', allConnected),
  'GET /api/music/plays': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/music/tracks/:id': row('401 401 | 404 404 200 200 | 200', linkedTrack),
  'POST /api/music/sync': row('401 401 | 200 200 200 200 | 200', allConnected),
  // Jobs require a cron secret. Access tokens are rejected.
  'POST /api/music/sync-all': row('401 401 | 401 401 401 401 | 401'),
};

/** A track as the sandbox has it in its catalogue. */
export type SandboxTrack = { id: string; name: string; artists: string[]; album: string; durationMs: number };

/** Works in the public domain. */
export const SANDBOX_TRACKS: readonly [SandboxTrack, ...SandboxTrack[]] = [
  track('Clair de Lune', ['Claude Debussy'], 'Suite bergamasque', 302_000),
  track('Spring: Allegro', ['Antonio Vivaldi'], 'The Four Seasons', 212_000),
  track('Gymnopédie No. 1', ['Erik Satie'], 'Gymnopédies', 185_000),
  track('Morning Mood', ['Edvard Grieg'], 'Peer Gynt, Suite No. 1', 238_000),
  track('Prelude in C major', ['Johann Sebastian Bach'], 'The Well-Tempered Clavier', 137_000),
  track('The Swan', ['Camille Saint-Saëns'], 'The Carnival of the Animals', 171_000),
  track('Moonlight Sonata: Adagio', ['Ludwig van Beethoven'], 'Piano Sonata No. 14', 327_000),
  track('Scarborough Fair', ['Traditional', 'Anonymous'], 'Well-known Songs', 189_000),
  track('Träumerei', ['Robert Schumann'], 'Kinderszenen', 162_000),
  track('Maple Leaf Rag', ['Scott Joplin'], 'Piano Rags', 193_000),
];

function track(name: string, artists: string[], album: string, durationMs: number): SandboxTrack {
  // As long as ids of tracks usually are, and the same each time.
  const id = Buffer.from(name.normalize('NFKD')).toString('hex').padEnd(22, '0').slice(0, 22);
  return { id, name, artists, album, durationMs };
}

/** A track as the API tells it; its addresses are of the sandbox at `url`. */
export function trackObject({ id, name, artists, album, durationMs }: SandboxTrack, url: string): object {
  return {
    id,
    name,
    type: 'track',
    uri: `sandbox:track:${id}`,
    href: `${url}/v1/tracks/${id}`,
    external_urls: { sandbox: `${url}/#${id}` },
    artists: artists.map((artist) => ({ name: artist, type: 'artist' })),
    album: { name: album, album_type: 'album', images: [{ url: `${url}/covers/${id}.svg`, width: 640, height: 640 }] },
    duration_ms: durationMs,
    explicit: false,
    is_local: false,
    available_markets: ['DE', 'FR', 'GB', 'US'],
    popularity: 50,
  };
}

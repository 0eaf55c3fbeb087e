import { expect, test } from 'vitest';
import { PUBLIC_AUDIENCE } from '../visibility/visibility.rules.ts';
import type { VisibilityLevel } from '../visibility/visibility.schema.ts';
import { decideReaderships } from './audience.rules.ts';

const AUDIENCES: Record<VisibilityLevel, string | null> = {
  user: null,
  team: '11111111-0000-4000-8000-000000000001',
  org: '11111111-0000-4000-8000-000000000002',
  public: PUBLIC_AUDIENCE,
};

test.each<{ metadata: VisibilityLevel; content: VisibilityLevel; reads: VisibilityLevel }>([
  { metadata: 'user', content: 'user', reads: 'user' },
  { metadata: 'user', content: 'public', reads: 'user' },
  { metadata: 'team', content: 'user', reads: 'user' },
  { metadata: 'team', content: 'team', reads: 'team' },
  { metadata: 'team', content: 'org', reads: 'team' },
  { metadata: 'team', content: 'public', reads: 'team' },
  { metadata: 'org', content: 'team', reads: 'team' },
  { metadata: 'org', content: 'public', reads: 'org' },
  { metadata: 'public', content: 'org', reads: 'org' },
  { metadata: 'public', content: 'public', reads: 'public' },
])('the content of $content is read by $reads if the metadata is of $metadata', ({ metadata, content, reads }) => {
  const decided = decideReaderships({
    metadataLevel: metadata,
    metadataAudience: AUDIENCES[metadata],
    contentLevel: content,
    contentAudience: AUDIENCES[content],
  });
  const [seenBy, readBy] = [AUDIENCES[metadata], AUDIENCES[reads]];
  expect(decided.metadata).toEqual(seenBy && { level: metadata, audience: seenBy, within: seenBy });
  expect(decided.content).toEqual(
    readBy && { level: reads, audience: readBy, within: reads === metadata ? AUDIENCES[content] : seenBy },
  );
});

import { expect, test } from 'vitest';
import { createEntryNames, markdownOf, slugOf } from './entry-file.rules.ts';

test.each([
  ['A walk in the park', 'a-walk-in-the-park'],
  ['  Über: die "Brücke"!  ', 'über-die-brücke'],
  ['日記 2026', '日記-2026'],
  ['../../etc/passwd', 'etc-passwd'],
  ['🌼', 'entry'],
  ['', 'entry'],
  ['a'.repeat(100), 'a'.repeat(60)],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the slug of %j is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('entries of a date have different names', () => {
  const nameOf = createEntryNames();
  const titles = ['Walk', 'walk!', 'Walk 2', 'WALK', ''];
  expect(titles.map((title) => nameOf({ entry_date: '2026-02-01', title }))).toEqual([
    'journal/2026/2026-02-01-walk.md',
    'journal/2026/2026-02-01-walk-2.md',
    'journal/2026/2026-02-01-walk-2-2.md',
    'journal/2026/2026-02-01-walk-3.md',
    'journal/2026/2026-02-01-entry.md',
  ]);
  expect(nameOf({ entry_date: '2026-02-02', title: 'Walk' })).toBe('journal/2026/2026-02-02-walk.md');
});

test('front matter quotes what a user wrote', () => {
  const text = markdownOf({
    id: 'e1',
    title: 'One: "two"\n---',
    content: '---\nthree',
    mood: null,
    tags: [],
    entry_date: '2026-02-01',
    created_at: new Date('2026-02-01T10:00:00Z'),
    updated_at: new Date('2026-02-01T11:00:00Z'),
    notebook: null,
    metadata_visibility: 'user',
    content_visibility: 'private',
    background_file: 'media/backgrounds/e1.png',
    photo_files: [],
    music: 'Song – Band',
  });
  expect(text).toBe(`---
id: "e1"
title: "One: \\"two\\"\\n---"
date: "2026-02-01"
created_at: "2026-02-01T10:00:00.000Z"
updated_at: "2026-02-01T11:00:00.000Z"
music: "Song – Band"
visibility: "private"
title_visibility: "user"
background: "../../media/backgrounds/e1.png"
---

---
three
`);
});

import { HEIC } from '#test/heic-pictures.ts';
import { gifOf } from '#test/pictures.ts';
import { zipOf } from '#test/zip.ts';

/* Own texts in the structure of real files of several versions. docs/decisions/0058 says where they were learned from. */

const PHOTO = gifOf(1);

const LOCATION = {
  region: { center: { longitude: 13.4, latitude: 52.5 }, radius: 75, identifier: '<+52.5,+13.4> radius 75' },
  localityName: 'Berlin',
  country: 'Germany',
  longitude: 13.4,
  latitude: 52.5,
  placeName: 'Tiergarten',
};

/** Day One: two journals, of an older and a newer version of the app. */
export const dayOne = (extra: readonly object[] = []) =>
  zipOf({
    'Journal.json': JSON.stringify({
      metadata: { version: '1.0' },
      entries: [
        {
          uuid: '6B1F8E0A6A7A4C7C8C6D1B2A3C4D5E6F',
          creationDate: '2019-03-31T22:30:00Z',
          modifiedDate: '2019-04-02T08:00:00Z',
          timeZone: 'Europe/Berlin',
          text: '# A walk\\.\n\nIt was sunny, and we went far\\.\n\n![](dayone-moment://1111AAAA)\n\n![](dayone-moment://2222BBBB)\n\nThen home\\!',
          tags: ['outdoors', 'family'],
          starred: true,
          location: LOCATION,
          weather: { conditionsDescription: 'Sunny', temperatureCelsius: 18 },
          photos: [
            { identifier: '2222BBBB', md5: 'b'.repeat(32), type: 'heic', orderInEntry: 0, width: 120, height: 80 },
            { identifier: '1111AAAA', md5: 'a'.repeat(32), type: 'jpeg', orderInEntry: 1, width: 1, height: 1 },
            { identifier: '3333CCCC', md5: 'c'.repeat(32), type: 'jpeg', orderInEntry: 2, width: 1, height: 1 },
          ],
          creationDevice: 'iPhone',
        },
        { uuid: 'EMPTY0001', creationDate: '2019-05-01T10:00:00Z', timeZone: 'Europe/Berlin', tags: [] },
      ],
    }),
    'Work notes.json': JSON.stringify({
      metadata: { version: '1.0' },
      entries: [
        {
          uuid: 'C0FFEE00C0FFEE00C0FFEE00C0FFEE00',
          creationDate: '2024-01-01T03:15:00Z',
          timeZone: 'America/Los_Angeles',
          isAllDay: false,
          isPinned: false,
          duration: 0,
          editingTime: 12.5,
          richText: '{"contents":[{"text":"A plain first line"}],"meta":{"version":1}}',
          text: 'A plain first line\nand a second one',
          audios: [{ identifier: 'AUDIO1', md5: 'd'.repeat(32), format: 'aac', duration: 3 }],
        },
        ...extra,
      ],
    }),
    [`photos/${'a'.repeat(32)}.jpeg`]: PHOTO,
    [`photos/${'b'.repeat(32)}.heic`]: HEIC,
    [`audios/${'d'.repeat(32)}.m4a`]: 'sound',
  });

/** Journey: an entry of each schema, in HTML and in Markdown. */
export const journey = () =>
  zipOf({
    '1455126240000-3fe0a2c1.json': JSON.stringify({
      text: '<p>A <b>good</b> day.</p><ul><li>tea</li><li>rain</li></ul>',
      date_modified: 1455126999000,
      date_journal: 1455144000000,
      id: '1455126240000-3fe0a2c1',
      preview_text: 'A good day.',
      address: 'Oak Street',
      music_artist: '',
      music_title: '',
      lat: 52.5,
      lon: 13.4,
      mood: 0,
      label: '',
      folder: '',
      sentiment: 1.75,
      timezone: 'Pacific/Auckland',
      favourite: false,
      type: 'html',
      weather: { id: -1, degree_c: 1.7976931348623157e308, description: '', icon: '', place: '' },
      photos: ['1455126240000-3fe0a2c1-one.gif', '1455126240000-3fe0a2c1-film.mp4', 'lost.jpg'],
      tags: ['tea'],
    }),
    '1455126240000-3fe0a2c1-one.gif': PHOTO,
    '1455126240000-3fe0a2c1-film.mp4': 'film',
    '1681642386485-aaaa.json': JSON.stringify({
      id: '1681642386485-aaaa',
      schemaVersion: 2,
      dateOfJournal: '2023-04-16T10:53:06.485Z',
      updatedAt: '2023-04-17T10:00:00.000Z',
      timezone: 'Europe/Lisbon',
      type: 'markdown',
      text: '## A ride\n\nBy the **river**.',
      tags: [],
      location: { lat: 1.7976931348623157e308, lng: 1.7976931348623157e308 },
      attachments: [],
    }),
    'broken.json': '{"date_journal": 1',
  });

const DAYLIO_ENTRIES = [
  {
    id: 15024,
    ...{ year: 2023, month: 10, day: 19, hour: 10, minute: 45 },
    datetime: 1700408759432,
    timeZoneOffset: -18000000,
    mood: 1,
    note_title: 'A title',
    note: '<div>Working on <b>it</b></div><br>More',
    tags: [184, 183],
    assets: [12, 13, 14],
  },
  // The two entries of one minute, one of which is a mood alone.
  ...[6, 5].map((mood, index) => ({
    id: 15000 - index,
    ...{ year: 2023, month: 10, day: 18, hour: 22, minute: 5 },
    datetime: 1700363100000 - index,
    timeZoneOffset: -18000000,
    mood,
    note_title: '',
    note: index === 0 ? '' : 'Plain\ntext',
    tags: [],
    assets: [],
  })),
];

/** The backup of Daylio's app. */
export const daylio = () =>
  zipOf({
    'backup.daylio': Buffer.from(
      JSON.stringify({
        version: 15,
        pin: '',
        dayEntries: DAYLIO_ENTRIES,
        customMoods: [
          { id: 1, custom_name: '', mood_group_id: 1, predefined_name_id: 1 },
          { id: 5, custom_name: '', mood_group_id: 5, predefined_name_id: 5 },
          { id: 6, custom_name: 'meh+', mood_group_id: 2, predefined_name_id: -1 },
        ],
        tags: [
          { id: 184, name: 'programming', order: 1 },
          { id: 183, name: 'exercising', order: 2 },
        ],
        assets: [
          { id: 12, checksum: 'f64aecf702fbe90faa086148e57638fa', type: 1, android_metadata: '{}' },
          { id: 13, checksum: '6ad9fd0faa3332b93920b681f9203328', type: 1 },
          { id: 14, checksum: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', type: 2 },
        ],
        goals: [],
        prefs: [{ key: 'PIN', value: '1234' }],
      }),
    ).toString('base64'),
    'assets/photos/2023/11/f64aecf702fbe90faa086148e57638fa': PHOTO,
  });

/** The CSV of newer versions, with the entries of `daylio` and another one. */
export const DAYLIO_CSV = `\uFEFFfull_date,date,weekday,time,mood,activities,note_title,note
2023-11-20,November 20,Monday,8:05 AM,good,"programming | movies / tv","","New, with ""quotes"""
2023-11-19,November 19,Sunday,10:45 AM,rad,"programming | exercising","A title","Working on it"
2023-11-18,November 18,Saturday,10:05 PM,meh+,"","",""
2023-11-18,November 18,Saturday,10:05 PM,awful,"","","Plain text"
`;

/** The CSV of older versions. */
export const OLD_DAYLIO_CSV = `year,date,weekday,time,mood,activities,note
2018,18 May,Friday,11:54 pm,happy,"clean | cook","Went to a party"
2018,no day,Friday,1:00 pm,happy,"","Lost"
`;

const OLD_PHOTO = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  entry_id: null,
  position: null,
  color: '#ffffff',
  width: 1,
  height: 1,
  file: 'media/photos/old.gif',
  created_at: '2026-01-01T00:00:00.000Z',
  imported: true,
};

/** An export of Meadow of another account, whose photo becomes a file of the history. */
export const meadowWithOldPhoto = () =>
  zipOf({
    'manifest.json': JSON.stringify({ format: 'meadow-export', version: 1, account: { id: OLD_PHOTO.id } }),
    'data/journal/photos.ndjson': `${JSON.stringify(OLD_PHOTO)}\n`,
    'media/photos/old.gif': PHOTO,
  });

/** A folder of Markdown with front matter of Obsidian, Jekyll and others. */
export const markdown = () =>
  zipOf({
    'vault/.obsidian/app.json': '{}',
    'vault/2024/2024-05-31.md':
      '---\ntitle: Sunrise\ncreated: 2024-05-31T05:10:00+09:00\ntags: [sea, "early bird"]\nmood: calm\nid: note-1\n---\nWe saw it.\n\n![the sea](../images/sea%20one.gif) and ![[two.gif]] and ![](https://example.org/x.png) and ![](gone.png)\n',
    'vault/Travel/_posts/2023-02-01-a-long-trip.markdown':
      '---\nlayout: post\ntags: train slow\n---\n# Ignored heading\nText\n',
    'vault/Travel/undated.md': 'No date anywhere',
    'vault/Travel/2024-06-01.md': '---\ntitle: [unclosed\n---\nText',
    'vault/2024/empty/2024-06-02.md': '---\ndate: 2024-06-02 21:30\ntimezone: America/New_York\n---\n- one\n',
    'vault/images/sea one.gif': PHOTO,
    'vault/images/two.gif': PHOTO,
    'vault/images/unused.pdf': 'pdf',
    '__MACOSX/vault/._2024-05-31.md': 'x',
  });

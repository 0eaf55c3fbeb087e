import { EXPORT_FORMAT, EXPORT_VERSION } from './export.schema.ts';

/** The file README.txt of an archive. */
export function archiveReadme({
  name,
  exportedAt,
  serviceUrl,
}: {
  name: string;
  exportedAt: Date;
  serviceUrl: string;
}) {
  return `Meadow export
=============

${name === '' ? 'Your account' : `The account of ${name}`} on ${serviceUrl}, exported on ${exportedAt.toISOString()}.

manifest.json   the format (${EXPORT_FORMAT}, version ${EXPORT_VERSION}), the account, and how many records and files there are
journal/        each entry as a Markdown file with front matter, by year
data/           all records as JSON, one record a line (NDJSON), a file for each collection
media/          pictures: photos of entries, backgrounds, photos of check-ins, images of packs, the avatar

An entry is in data/journal/entries.ndjson with all of its fields, and in journal/ for people and other programs.
Instants are in UTC. Dates have no time zone: they are the days that you saw.
Meadow reads this archive back: POST /api/user/import. Other services can read the files, too.
The shape of each collection is described in docs/export of Meadow's source code.

The archive has all of your texts and pictures, and it is not encrypted. Keep it where only you can read it.
`;
}

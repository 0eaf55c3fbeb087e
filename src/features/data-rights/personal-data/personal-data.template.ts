import { PERSONAL_DATA, type TablePolicy } from './personal-data.rules.ts';

/** The table of tables as a document in Markdown, for operators and the users who ask them. */
export function describePersonalData(): string {
  const tables = Object.entries(PERSONAL_DATA).sort(([one], [other]) => (one < other ? -1 : 1));
  const ofUsers = tables.filter(([, policy]) => policy.export !== null);
  const others = tables.filter(([, policy]) => policy.export === null);
  return [
    '# Personal data',
    '',
    'What the database holds about users, and what the export and the deletion of an account do with it. Written by `npm run generate`',
    'from `src/features/data-rights/personal-data/personal-data.rules.ts`, by which deletion works. A test fails for a table that is',
    'missing there.',
    '',
    '## Tables about users',
    '',
    '| table | holds | export | deletion |',
    '|---|---|---|---|',
    ...ofUsers.map(([table, policy]) => row(table, policy.holds, exportOf(policy), deletionOf(policy))),
    '',
    '## Tables about no user',
    '',
    '| table | holds |',
    '|---|---|',
    ...others.map(([table, { holds }]) => row(table, holds)),
    '',
  ].join('\n');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function exportOf({ export: collection }: TablePolicy): string {
  if (typeof collection === 'string') return collection;
  return collection !== null && 'omitted' in collection ? `no. ${collection.omitted}` : (collection ?? []).join(', ');
}

/** Each thing that deletion does, once, in the order of the rules. */
function deletionOf({ deletion }: TablePolicy): string {
  const done = deletion.map((rule) => {
    if (rule.action === 'erase') return 'erased';
    if (rule.action === 'keep') return `kept. ${rule.reason}`;
    return `kept without ${Object.keys(rule.set).join(', ')}. ${rule.reason}`;
  });
  return [...new Set(done)].join('; ');
}

import type { DeletionRule, Table } from '#platform/db/table/table-facts.ts';

/** The tables as a document in Markdown, for operators and the users who ask them. */
export function describePersonalData(given: readonly Table[]): string {
  const tables = given.toSorted(({ name: one }, { name: other }) => (one < other ? -1 : 1));
  const collections = tables.flatMap((table) => table.collections);
  const rules = tables.flatMap((table) => table.deletion.map((rule) => ({ ...rule, table: rule.table ?? table.name })));
  const described = tables.map(({ name, holds, omitted }) => ({
    name,
    holds,
    exported:
      omitted === null
        ? collections.filter((collection) => collection.tables.includes(name)).map((collection) => collection.name)
        : [`no. ${omitted}`],
    rules: rules.filter(({ table }) => table === name),
  }));
  const isOfUsers = ({ exported, rules }: (typeof described)[number]) => exported.length + rules.length > 0;
  return [
    '# Personal data',
    '',
    'What the database holds about users, and what the export and the deletion of an account do with it. Written by `npm run generate`',
    'from the `.table.ts` files, by which both work. A test fails for a table or a column that is missing there.',
    '',
    '## Tables about users',
    '',
    '| table | holds | export | deletion |',
    '|---|---|---|---|',
    ...described
      .filter(isOfUsers)
      .map(({ name, holds, exported, rules }) => row(name, holds, exported.join(', '), deletionOf(rules))),
    '',
    '## Tables about no user',
    '',
    '| table | holds |',
    '|---|---|',
    ...described.filter((table) => !isOfUsers(table)).map(({ name, holds }) => row(name, holds)),
    '',
  ].join('\n');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Each thing that deletion does, once, in the order of the rules. */
function deletionOf(rules: readonly DeletionRule[]): string {
  const done = rules.map((rule) => {
    if (rule.action === 'erase') return 'erased';
    if (rule.action === 'keep') return `kept. ${rule.reason}`;
    return `kept without ${Object.keys(rule.set).join(', ')}. ${rule.reason}`;
  });
  return [...new Set(done)].join('; ');
}

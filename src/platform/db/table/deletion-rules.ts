import type { DeletionRule } from './table-facts.ts';

/** The name shown for an erased user. */
export const DELETED_USER = 'Deleted user';

/** Reasons that many tables share. */
export const COUNTER = 'A counter of a limit, without content.';
export const SECRET = 'A secret of the sign-in, of no use outside of Meadow.';
export const TECHNICAL = 'Delivery of what the export contains elsewhere.';
export const BY_ID = 'An id that leads to a profile without a name.';
export const DECIDED_BY = 'The decision stays, without the super admin who made it.';

/** Deletes rows that name the user. */
export function erase(column: string, where = `${column} = :id`): DeletionRule {
  return { columns: [column], where, action: 'erase' };
}

/** Deletes rows with an email address of the user. */
export function eraseByEmail(column: string): DeletionRule {
  return erase(column, `lower(${column}) = any (:emails)`);
}

/** Sets columns of rows that name the user. */
export function anonymize(
  column: string,
  set: Readonly<Record<string, string>>,
  reason: string,
  where = `${column} = :id`,
): DeletionRule {
  return { columns: [column], where, action: 'anonymize', set, reason };
}

/** Leaves rows that name the user. */
export function keep(column: string, reason: string, where = `${column} = :id`): DeletionRule {
  return { columns: [column], where, action: 'keep', reason };
}

/**
 * Replaces the name in mentions of the user, in a column `content` of at most `maxLength` characters and in `mentions`. `derived` are columns
 * that are made from the text again, and become null.
 */
export function anonymizeMentions(texts: string, maxLength: number, derived: readonly string[] = []): DeletionRule {
  return anonymize(
    'mentions',
    {
      content: `left(regexp_replace(content, '@\\[[^]\\n]{1,200}\\]\\(' || :id::text || '\\)', '@[${DELETED_USER}](' || :id::text || ')', 'gi'), ${maxLength})`,
      mentions: `(
        select jsonb_agg(case when mention ->> 'user_id' = :id::text then mention || '{"name":"${DELETED_USER}"}' else mention end)
        from jsonb_array_elements(mentions) mention)`,
      ...Object.fromEntries(derived.map((column) => [column, 'null'])),
    },
    `Mentions in ${texts} of other users lose the name. Their other text is theirs.`,
    `mentions <> '[]' and mentions @> jsonb_build_array(jsonb_build_object('user_id', :id::text))`,
  );
}

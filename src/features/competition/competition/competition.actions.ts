import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import type { Position } from '#platform/db/pagination.ts';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { CompetitionDeps } from '../deps.ts';
import { type CompetitionFacts, checkPeriod, weightsOf } from './competition.rules.ts';
import {
  type Competition,
  type CompetitionChange,
  competitionErrors,
  type NewCompetition,
} from './competition.schema.ts';
import {
  type CompetitionRow,
  type CompetitionValues,
  findCompetition,
  insertCompetition,
  listActiveCompetitions,
  lockCompetition,
  updateCompetition,
} from './competition.store.ts';

/** Lists the active competitions, newest first. */
export async function listCompetitions(
  deps: CompetitionDeps,
  query: PageQuery,
): Promise<{ competitions: Competition[]; next_cursor: string | null }> {
  const list = (after: Position | null, limit: number) => listActiveCompetitions(deps.db, after, limit);
  const { rows, next_cursor } = await paginate(query, list, { textOf: ({ description }) => description });
  return { competitions: rows.map(viewOfCompetition), next_cursor };
}

/** Returns an active or inactive competition. */
export async function readCompetition(deps: CompetitionDeps, id: string): Promise<Competition> {
  const competition = await findCompetition(deps.db, id);
  if (competition === undefined) throw competitionErrors.notFound();
  return viewOfCompetition(competition);
}

export async function createCompetition(
  deps: CompetitionDeps,
  actor: Actor,
  input: NewCompetition,
): Promise<Competition> {
  const values = {
    name: input.name,
    description: input.description ?? '',
    scoring_config: weightsOf(input.scoring_config),
    starts_at: instantOf(input.starts_at ?? null),
    ends_at: instantOf(input.ends_at ?? null),
    is_active: input.is_active ?? false,
    entry_open: input.entry_open ?? false,
  };
  checkPeriod({ startsAt: values.starts_at, endsAt: values.ends_at });
  const competition = await deps.db.transaction().execute(async (tx) => {
    const row = await insertCompetition(tx, deps.ids.next(), values, deps.clock.now());
    await recordAudit(deps, tx, actor, auditEventOn(row, 'create'));
    return row;
  });
  return viewOfCompetition(competition);
}

/** Changes the given fields; `scoring_config` is replaced as a whole. Scores change with the next scoring. */
export async function changeCompetition(
  deps: CompetitionDeps,
  actor: Actor,
  id: string,
  change: CompetitionChange,
): Promise<Competition> {
  const competition = await deps.db.transaction().execute(async (tx) => {
    const before = await lockCompetition(tx, id);
    if (before === undefined) throw competitionErrors.notFound();
    const values = valuesAfter(before, change);
    checkPeriod({ startsAt: values.starts_at, endsAt: values.ends_at });
    const row = await updateCompetition(tx, before.id, values, deps.clock.now());
    await recordAudit(deps, tx, actor, auditEventOn(row, 'change'));
    return row;
  });
  return viewOfCompetition(competition);
}

export function viewOfCompetition(row: CompetitionRow): Competition {
  const { clone, completion, replication_confirmed, replication_refuted, build } = row.scoring_config;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    scoring_config: { clone, completion, replication_confirmed, replication_refuted, build },
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    is_active: row.is_active,
    entry_open: row.entry_open,
    last_scored_at: row.last_scored_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function factsOf(row: CompetitionRow): CompetitionFacts {
  const { is_active, entry_open, starts_at, ends_at } = row;
  return { isActive: is_active, entryOpen: entry_open, startsAt: starts_at, endsAt: ends_at };
}

export function auditEventOn({ id, is_active, entry_open }: CompetitionRow, verb: 'create' | 'change' | 'recompute') {
  return {
    action: `competition.${verb}`,
    subjectType: 'competition',
    subjectIds: [id],
    details: { is_active, entry_open },
  };
}

function valuesAfter(before: CompetitionRow, change: CompetitionChange): CompetitionValues {
  const { name, description, scoring_config, starts_at, ends_at, is_active, entry_open } = change;
  return {
    name: name ?? before.name,
    description: description ?? before.description,
    scoring_config: scoring_config === undefined ? before.scoring_config : weightsOf(scoring_config),
    starts_at: starts_at === undefined ? before.starts_at : instantOf(starts_at),
    ends_at: ends_at === undefined ? before.ends_at : instantOf(ends_at),
    is_active: is_active ?? before.is_active,
    entry_open: entry_open ?? before.entry_open,
  };
}

const instantOf = (text: string | null) => (text === null ? null : new Date(text));

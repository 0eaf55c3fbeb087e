import { type Selectable, sql } from 'kysely';
import type { DecisionStatus } from '#features/lab';
import type { Db } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { Sponsor as SponsorTable } from '#platform/db/tables.generated.ts';
import type { Tier } from './sponsor.schema.ts';

export type SponsorRow = Selectable<SponsorTable>;

export type NewSponsorValues = {
  id: string;
  name: string;
  tier: Tier;
  contactName: string;
  contactEmail: string;
  website: string | null;
  logoUrl: string | null;
  message: string | null;
  now: Date;
};

export async function insertSponsor(db: Db, sponsor: NewSponsorValues): Promise<SponsorRow> {
  const { id, name, tier, contactName, contactEmail, website, logoUrl, message, now } = sponsor;
  return db
    .insertInto('sponsor')
    .values({
      id,
      name,
      tier,
      contact_name: contactName,
      contact_email: contactEmail,
      website,
      logo_url: logoUrl,
      message,
      applied_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const selectSponsors = (db: Db, status: DecisionStatus, after: Position | null, limit: number) => {
  const query = db.selectFrom('sponsor').selectAll().where('status', '=', sql.lit(status));
  return query.where(afterCursor(after, 'applied_at')).orderBy('applied_at', 'desc').orderBy('id', 'desc').limit(limit);
};

/** Approved sponsors, newest first, of one tier or all. */
export async function listSponsorsOnWall(
  db: Db,
  tier: Tier | null,
  after: Position | null,
  limit: number,
): Promise<SponsorRow[]> {
  const query = selectSponsors(db, 'approved', after, limit);
  return (tier === null ? query : query.where('tier_rank', '=', rankOf(tier))).execute();
}

/** The values of the generated column `tier_rank`. */
function rankOf(tier: Tier): number {
  return { bronze: 1, silver: 2, gold: 3, platinum: 4 }[tier];
}

export async function listPendingSponsors(db: Db, after: Position | null, limit: number): Promise<SponsorRow[]> {
  return selectSponsors(db, 'pending', after, limit).execute();
}
